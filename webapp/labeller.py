"""From a held picture and what the players made of its dice to a labelled picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from datasets.collection import Collection
from datasets.sighting import AcceptedDie, Sighting
from vision.decode import PictureError, decode_picture
from vision.frames import Box
from webapp.album import Album, Held
from webapp.errors import WebError
from webapp.languages import t


@dataclass(frozen=True, slots=True)
class Labeller:
    """Puts pictures of the album into the collection. ``model`` tells which network reads."""

    album: Album
    collection: Collection
    model: Callable[[], str]

    def keep(
        self,
        game_id: str,
        word: str,
        accepted: tuple[AcceptedDie, ...],
        *,
        unsettled: bool = False,
        settings: Mapping[str, str | bool] | None = None,
    ) -> str:
        """Keep the picture that the album holds under ``word``; the answer is one of
        `datasets.collection.Kept`. The table must have agreed to it.

        Raises WebError 422 for a picture that cannot be decoded.
        """
        held = self.album.take(game_id, word)
        if held is None:
            return "nothing_new"
        try:
            if self.collection.consent(game_id) is None:
                self.collection.give_consent(game_id, t("collects-words"))
        except OSError:
            return "disk_full"
        sighting = self._sighting(held, accepted, unsettled, settings or {})
        return self.collection.keep(game_id, sighting)

    def _sighting(
        self,
        held: Held,
        accepted: tuple[AcceptedDie, ...],
        unsettled: bool,
        settings: Mapping[str, str | bool],
    ) -> Sighting:
        """The photograph decoded again, with all boxes in the pixels it then has."""
        try:
            picture = decode_picture(held.payload)
        except PictureError as error:
            raise WebError(422, error.code, error.words) from error
        height, width = picture.image.shape[:2]
        across, down = width / held.sight.width_px, height / held.sight.height_px

        def scaled(box: Box) -> Box:
            return Box(box.x1_px * across, box.y1_px * down, box.x2_px * across, box.y2_px * down)

        return Sighting(
            picture.image,
            tuple(type(die)(scaled(die.box), die.face, die.confidence) for die in held.sight.dice),
            tuple(
                AcceptedDie(die.face, None if die.box is None else scaled(die.box))
                for die in accepted
            ),
            doubtful=held.doubtful,
            disagreement=held.disagreement,
            unsettled=unsettled,
            model_sha256=self.model(),
            camera=held.camera,
            settings=dict(settings),
        )
