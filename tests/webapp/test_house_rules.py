"""House rules on the page: entered, saved, shared as a file, played."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from farkle.options import OPTIONS
from farkle.rules import PRESETS, Rules
from farkle.rules_text import rules_from_toml, rules_to_toml
from webapp import schema
from webapp.rule_form import PARTS, posted

pytestmark = pytest.mark.every_storage

GERMAN = {"Accept-Language": "de"}


def fields(rules: Rules, base: str = "classic", **changed: str) -> dict[str, str]:
    """The form as a browser sends it for these rules."""
    sent = {"base": base}
    for name, value in rules.to_mapping().items():
        if isinstance(value, list):
            sent |= {f"{name}.{part}": str(n) for part, n in zip(PARTS, value, strict=True)}
        elif not isinstance(value, bool):
            sent[name] = str(value)
        elif value:
            sent[name] = "on"
    return sent | changed


def save(client: FlaskClient, name: str, **changed: str) -> Any:
    form = fields(Rules.preset("classic"), **changed)
    return client.post("/rules/edit", data={**form, "name": name, "then": "list"})


@given(st.sampled_from(sorted(PRESETS)))
def test_the_form_of_any_rules_gives_these_rules_back(name: str) -> None:
    rules = PRESETS[name].rules
    assert posted(MultiDict(fields(rules, name))).rules == rules


@pytest.mark.parametrize("text", ["10000", "10.000", "10,000", "10 000", "10\u2019000", " 10000 "])
def test_numbers_may_be_grouped_as_people_write_them(text: str) -> None:
    form = posted(fields(Rules.preset("classic"), target=text))
    assert form.rules is not None
    assert form.rules.target == 10_000


@pytest.mark.parametrize("text", ["", "many", "1.5", "50.", "2 50", "99999999999", "٣"])
def test_what_is_no_number_is_refused_at_its_field(text: str) -> None:
    form = posted(fields(Rules.preset("classic"), single1=text))
    problem = form.problem("single1")
    assert form.rules is None
    assert problem is not None


def test_all_faults_are_said_at_once_in_the_readers_language(client: FlaskClient) -> None:
    form = fields(Rules.preset("classic"), single1="70", target="20", straight="x")
    answer = client.post("/api/rules/chart", data=form, headers=GERMAN).get_json()
    assert answer["chart"] is None
    assert answer["problems"] == {
        "single1": "Das muss durch 50 teilbar sein; 70 ist es nicht. Versuch 50 oder 100.",
        "target": "Das muss zwischen 50 und 1.000.000 liegen.",
        "straight": "Das muss eine ganze Zahl sein.",
    }


def test_the_chart_follows_the_form(client: FlaskClient) -> None:
    form = fields(Rules.preset("classic"), straight="1200", kind_mode="double")
    answer = client.post("/api/rules/chart", data=form).get_json()
    lines = {line["name"]: line["points"] for line in answer["chart"]["lines"]}
    assert lines["Straight 1 to 6"] == "1,200"
    assert lines["Four of a kind"] == "2 times the three"
    assert answer["changed"] == ["kind_mode", "straight"]
    assert "kind_fixed" in answer["idle"]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_has_a_german_chart_without_english(client: FlaskClient, preset: str) -> None:
    form = fields(PRESETS[preset].rules, preset)
    german = client.post("/api/rules/chart", data=form, headers=GERMAN).get_json()["chart"]
    english = client.post("/api/rules/chart", data=form).get_json()["chart"]
    assert len(german["lines"]) == len(english["lines"])
    said = zip(german["sentences"], english["sentences"], strict=True)
    assert all(ours != theirs for ours, theirs in said)
    names = zip(german["lines"], english["lines"], strict=True)
    assert all(ours["name"] != theirs["name"] for ours, theirs in names)


def test_saved_rules_are_offered_for_a_new_table_and_played(client: FlaskClient) -> None:
    assert save(client, "Grandma's", straight="1200").status_code == 303
    page = client.get("/rules?saved=Grandma's").text
    assert "is saved" in page
    start = client.get("/").text
    choice = start.split('value="set-')[1].split('"')[0]
    form = {"key": "a-key-of-mine", "player": ["Ann"], "preset": f"set-{choice}"}
    table = client.post("/tables", data=form)
    rules = client.get(f"/api{table.location.replace('/t/', '/tables/')}").get_json()["state"]
    assert rules["rules"]["straight"] == 1200
    assert rules["rules"]["house"] is True


def test_programs_set_a_table_with_options_of_their_own(client: FlaskClient) -> None:
    body = {"key": "a-key-of-mine", "players": ["Ann"], "preset": "classic"}
    made = client.post("/api/tables", json={**body, "rules": {"straight": 1200}}).get_json()
    assert made["state"]["rules"]["straight"] == 1200
    for rules in ({"straight": 70}, {"stairs": 50}, [1], {"preset": "kcd", "target": 10}):
        wrong = {**body, "key": "another-key", "rules": rules}
        assert client.post("/api/tables", json=wrong).status_code == 422


def test_a_name_that_is_taken_is_replaced_only_when_asked(client: FlaskClient) -> None:
    save(client, "Ours", straight="1200")
    again = save(client, "OURS ", straight="1300")
    assert again.status_code == 409
    assert "already" in again.text
    assert 'value="1300"' in again.text
    assert save(client, "OURS", straight="1300", replace="on").status_code == 303
    sets = client.application.extensions["dicesight"].rule_sets.all()
    assert [(found.name, found.rules.straight) for found in sets] == [("OURS", 1300)]


@pytest.mark.parametrize(("name", "status"), [("", 422), (" \u200b", 422), ("x" * 61, 422)])
def test_a_set_needs_a_name(client: FlaskClient, name: str, status: int) -> None:
    assert save(client, name).status_code == status


def test_faulty_rules_are_not_saved_and_nothing_typed_is_lost(client: FlaskClient) -> None:
    answer = save(client, "Ours", straight="1210", single5="0")
    assert answer.status_code == 422
    assert 'value="1210"' in answer.text
    assert "try 1,200 or 1,250" in answer.text
    assert client.application.extensions["dicesight"].rule_sets.all() == []


def test_deleted_rules_are_gone_but_their_games_stay(client: FlaskClient) -> None:
    save(client, "Ours", straight="1200")
    (found,) = client.application.extensions["dicesight"].rule_sets.all()
    form = {"key": "a-key-of-mine", "player": ["Ann"], "preset": f"set-{found.id}"}
    table = client.post("/tables", data=form).location
    assert client.post(f"/rules/{found.id}/delete").status_code == 303
    assert client.get(f"/rules/edit?set={found.id}").status_code == 404
    assert client.get(table).status_code == 200
    gone = client.post("/tables", data={**form, "key": "another-key-of-mine"})
    assert gone.status_code == 422


def test_a_file_brings_the_same_rules_to_another_server(client: FlaskClient) -> None:
    save(client, "Omas Regeln", straight="1200")
    (found,) = client.application.extensions["dicesight"].rule_sets.all()
    file = client.get(f"/rules/{found.id}.toml")
    assert "omas-regeln.toml" in file.headers["Content-Disposition"]
    assert rules_from_toml(file.text) == found.rules
    data = {"file": (io.BytesIO(file.data), "Oma.toml")}
    page = client.post("/rules/upload", data=data)
    assert page.status_code == 200
    assert 'name="straight" value="1200"' in page.text
    assert 'value="Oma"' in page.text


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"single1 = ", b"single9 = 50", b"single1 = 70", b"preset = 3"],
)
def test_a_file_without_right_rules_is_refused_in_words(
    client: FlaskClient, content: bytes
) -> None:
    page = client.post("/rules/upload", data={"file": (io.BytesIO(content), "x.toml")})
    if content:
        assert page.status_code == 422
        assert 'role="alert"' in page.text
    else:
        assert page.status_code == 200  # an empty file changes nothing


def test_the_rules_in_the_form_can_be_taken_along_unsaved(client: FlaskClient) -> None:
    form = fields(Rules.preset("kcd"), "kcd", target="3000")
    file = client.post("/rules/file", data={**form, "name": ""})
    assert rules_from_toml(file.text) == Rules.preset("kcd").changed(target=3000)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_can_be_downloaded(client: FlaskClient, preset: str) -> None:
    file = client.get(f"/rules/{preset}.toml").text
    assert file == rules_to_toml(PRESETS[preset].rules, preset, commented=True)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_editor_describes_every_option(client: FlaskClient, language: str) -> None:
    page = client.get("/rules/edit?from=calc", headers={"Accept-Language": language}).text
    for option in OPTIONS:
        assert f'data-option="{option.name}"' in page
        if language == "de":
            assert option.words not in page


def test_saved_rules_are_replaced_and_deleted_only_by_who_saved_them_or_the_own_computer(
    client: FlaskClient,
) -> None:
    elsewhere = {"REMOTE_ADDR": "192.168.1.20"}
    owner, stranger = (client.application.test_client() for _ in range(2))
    for phone in (owner, stranger):
        phone.environ_base.update(elsewhere)
    save(owner, "Grandma\u2019s", single1="150")
    (kept,) = client.application.extensions["dicesight"].rule_sets.all()
    answer = save(stranger, "grandma\u2019s", single1="50", replace="on")
    assert answer.status_code == 409
    assert "Somebody else saved rules" in answer.text
    assert 'name="replace"' not in answer.text
    refused = stranger.post(f"/rules/{kept.id}/delete")
    assert refused.status_code == 403
    assert "data-delete" not in stranger.get("/rules").text
    assert 'name="replace"' not in stranger.get(f"/rules/edit?set={kept.id}").text
    rule_sets = client.application.extensions["dicesight"].rule_sets
    assert rule_sets.find(kept.id).rules.single1 == 150
    assert save(owner, "Grandma\u2019s", single1="200", replace="on").status_code == 303
    assert rule_sets.find(kept.id).rules.single1 == 200
    assert "data-delete" in owner.get("/rules").text
    # The own computer may, and they stay the owner's.
    assert save(client, "Grandma\u2019s", single1="250", replace="on").status_code == 303
    assert owner.post(f"/rules/{kept.id}/delete").status_code == 303
    assert rule_sets.all() == []


def test_a_table_with_saved_rules_is_called_by_their_name(client: FlaskClient) -> None:
    save(client, "Grandma\u2019s", single1="150")
    (kept,) = client.application.extensions["dicesight"].rule_sets.all()
    form = {"key": "named-rules-1", "player": ["Ann", "Ben"], "preset": f"set-{kept.id}"}
    page = client.post("/tables", data=form).location
    url = page.replace("/t/", "/api/tables/")
    assert client.get(url).get_json()["state"]["rules"]["title"] == "Grandma\u2019s"
    again = client.post(f"{url}/rematch", json={"id": "rematch-key-1"}).get_json()
    for shown in (client.get("/"), client.get("/games"), client.get(f"{page}/print")):
        assert "Grandma\u2019s" in shown.text.replace("&#39;", "'")
    next_url = f"/api/tables/{again['id']}"
    assert client.get(next_url).get_json()["state"]["rules"]["name"] == "Grandma\u2019s"


def test_rules_that_another_version_wrote_keep_nobody_from_the_others(client: FlaskClient) -> None:
    save(client, "Ours", single1="150")
    rule_sets = client.application.extensions["dicesight"].rule_sets
    with rule_sets._engine.begin() as connection:
        connection.execute(
            schema.rule_sets.insert().values(
                id="of-the-future",
                name="Later",
                name_key="later",
                body='{"preset": "classic", "rules": {"of_the_future": 1}}',
                at="2030",
            )
        )
    assert [one.name for one in rule_sets.all()] == ["Ours"]
    for page in ("/", "/rules"):
        assert client.get(page).status_code == 200
