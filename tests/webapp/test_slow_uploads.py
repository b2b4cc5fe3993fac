"""A photograph that never arrives (a phone left the network) does not keep others from theirs."""

from __future__ import annotations

import pytest

from webapp.errors import WebError
from webapp.uploads import Places


def test_a_place_whose_picture_never_arrives_goes_to_the_next_one() -> None:
    places = Places(1, patience_s=2, slow_after_s=0.05)
    stalled = places.take()
    places.add(stalled, b"the first part")
    served = places.take()
    places.add(served, b"all of it")
    assert places.complete(served) == b"all of it"
    assert stalled.parts == []
    with pytest.raises(WebError, match="too slowly"):
        places.add(stalled, b"the rest, at last")
    with pytest.raises(WebError, match="too slowly"):
        places.complete(stalled)
    places.give_back(stalled)
    places.give_back(served)


def test_a_picture_that_is_being_read_keeps_its_place() -> None:
    places = Places(1, patience_s=0.2, slow_after_s=0.0)
    place = places.take()
    places.complete(place)
    with pytest.raises(WebError, match="Several photographs"):
        places.take()
    places.give_back(place)
    places.give_back(places.take())


def test_giving_back_a_lost_place_frees_no_second_one() -> None:
    places = Places(1, patience_s=0.1, slow_after_s=0.02)
    lost = places.take()
    kept = places.take()
    places.complete(kept)
    places.give_back(lost)
    with pytest.raises(WebError, match="Several photographs"):
        places.take()
