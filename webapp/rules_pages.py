"""The pages of the rules: all of them with their charts, and the editor of house rules."""

from __future__ import annotations

import re
import unicodedata

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from flask import url_for as address
from werkzeug.wrappers import Response as BaseResponse

from farkle.errors import FarkleError
from farkle.options import OPTIONS
from farkle.rules import PRESETS, Rules, find_preset
from farkle.rules_text import read_toml, rules_to_toml
from webapp import rule_words
from webapp.access import device, lasting_device
from webapp.errors import WebError, said
from webapp.joining import is_own_computer
from webapp.languages import t
from webapp.rule_form import PARTS, RuleForm, posted, written
from webapp.services import services

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def all_rules() -> str:
    """Every set of rules with its chart."""
    news = request.args.get("saved") or request.args.get("deleted")
    words = None
    if news:
        saved = "saved" in request.args
        words = t("rules-saved", name=news[:60]) if saved else t("rules-deleted", name=news[:60])
    return render_template(
        "rules.html",
        sets=services().rule_sets.all(),
        presets=PRESETS.values(),
        chart=rule_words.chart_view,
        news=words,
        may_change=_may_change,
    )


@blueprint.get("/rules/edit")
def edit() -> str:
    """The editor, starting from a preset (``from``) or from saved rules (``set``)."""
    saved = request.args.get("set")
    if saved:
        found = services().rule_sets.find(saved)
        form = written(found.rules.to_mapping(), found.preset)
        return _editor(form, name=found.name, replaceable=_may_change(found.owner))
    return _editor(written({"preset": request.args.get("from") or next(iter(PRESETS))}))


@blueprint.post("/rules/edit")
def save() -> BaseResponse:
    """Save the rules under their name, then show them or set a table with them."""
    form, name = posted(request.form), request.form.get("name", "")
    if form.rules is None:
        return _again(form, name, None, 422)
    replace = "replace" in request.form
    try:
        kept = services().rule_sets.save(
            name,
            form.rules,
            form.preset,
            replace=replace,
            owner=lasting_device(),
            may_change=_may_change,
        )
    except WebError as error:
        return _again(form, name, error, error.status)
    if request.form.get("then") == "play":
        return redirect(address("pages.start", preset=f"set-{kept.id}"), 303)
    return redirect(address("rules.all_rules", saved=kept.name), 303)


@blueprint.post("/rules/file")
def download_entered() -> BaseResponse:
    """The rules in the form as a file, saved or not."""
    form, name = posted(request.form), request.form.get("name", "")
    if form.rules is None:
        return _again(form, name, None, 422)
    return _file(form.rules, form.preset, name)


@blueprint.get("/rules/<set_id>.toml")
def download(set_id: str) -> Response:
    """Saved rules, or a preset's, as a file."""
    if set_id in PRESETS:
        return _file(PRESETS[set_id].rules, set_id, set_id)
    found = services().rule_sets.find(set_id)
    return _file(found.rules, found.preset, found.name)


@blueprint.post("/rules/upload")
def upload() -> BaseResponse:
    """Open a file with rules in the editor; nothing is saved yet."""
    sent = request.files.get("file")
    try:
        text = sent.read().decode("utf-8-sig") if sent else ""
        values = read_toml(text, "rules_not_readable", t("rules-upload"))
    except UnicodeDecodeError:
        error = FarkleError("rules_not_readable", "This is no text with rules.")
        return _again(written({}), "", error, 422)
    except FarkleError as error:
        return _again(written({}), "", error, 422)
    name = re.sub(r"\.toml$", "", (sent.filename if sent else "") or "", flags=re.IGNORECASE)
    form = written(values)
    page = make_response(_editor(form, name=name[:60]))
    page.status_code = 200 if form.rules else 422
    return page


@blueprint.post("/rules/<set_id>/delete")
def delete(set_id: str) -> BaseResponse:
    """Forget saved rules; games keep theirs."""
    found = services().rule_sets.find(set_id)
    if not _may_change(found.owner):
        raise WebError(
            403,
            "rules_not_yours",
            "These rules were saved by somebody else. Only that browser and the computer that runs "
            "Dicesight can delete them.",
        )
    services().rule_sets.delete(set_id)
    return redirect(address("rules.all_rules", deleted=found.name), 303)


@blueprint.post("/api/rules/chart")
def chart() -> Response:
    """What the form's rules mean: the chart, or what is wrong with which option."""
    form = posted(request.form)
    return jsonify(
        chart=rule_words.chart_view(form.rules) if form.rules else None,
        problems={str(error.details.get("option")): said(error) for error in form.problems},
        idle=sorted(form.idle),
        changed=sorted(form.changed),
    )


def _may_change(owner: str | None) -> bool:
    """Whether saved rules of that owner may be replaced and deleted by this browser."""
    return is_own_computer() or (owner is not None and owner == device())


def _editor(
    form: RuleForm,
    *,
    name: str = "",
    fault: WebError | FarkleError | None = None,
    replaceable: bool = False,
) -> str:
    return render_template(
        "rule_editor.html",
        form=form,
        name=name,
        fault=said(fault) if fault else None,
        replaceable=replaceable or (fault is not None and fault.code == "rules_name_taken"),
        others=[said(error) for error in form.other_problems],
        options=OPTIONS,
        parts=PARTS,
        presets=PRESETS.values(),
        chart=rule_words.chart_view(form.rules or find_preset(form.preset).rules),
        words=rule_words,
        said=said,
    )


def _again(
    form: RuleForm, name: str, fault: WebError | FarkleError | None, status: int
) -> BaseResponse:
    page = make_response(_editor(form, name=name, fault=fault))
    page.status_code = status
    return page


def _file(rules: Rules, preset: str, name: str) -> Response:
    response = Response(
        rules_to_toml(rules, preset, commented=True), content_type="application/toml"
    )
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "rules"
    response.headers["Content-Disposition"] = f'attachment; filename="{plain}.toml"'
    return response
