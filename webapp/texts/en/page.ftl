### What every page shows: frame, languages, errors.

skip-to-content = Skip to the content
brand-home = Dicesight, to the start page
footer-licence = Dicesight is free software.
footer-source = Licence and source
footer-network = Pictures and scores stay on this network.
nav-label = Pages
nav-games = Games
nav-rules = Rules
nav-paper = Paper
language-choice = Language
cancel = Cancel
done = Done

## Error page

error-hint = If you followed a link to a table, ask for it again: it may have been cut short.
to-start = To the start page
unreadable-answer = That did not work. Try again.

## Licence and source

source-title = Source and licence
source-terms = Dicesight is free software: you may use, study, change and pass it on under the terms of the GNU Affero General Public License, version 3 or later (AGPL-3.0-or-later). It comes without any warranty.
source-right = Whoever uses Dicesight over a network has a right to its source, with the changes made to it, for as long as the server runs. This is the source of this very server, version { $version }, as it runs now:
source-download = Download the source (ZIP)
source-published = It is also published here:
source-licence-file = The licence’s text is in the file LICENSE in it.
source-working-copy = of a working copy

## Dice and lists of them

list-last = { $rest } and { $last }
face =
    { $face ->
        [1] one
        [2] two
        [3] three
        [4] four
        [5] five
       *[6] six
    }
no-dice-shown = none
time-utc = { $time } UTC
