### Keeping pictures of the dice, and correcting their labels.

collects-item = Pictures for the reader
collects-title = Keep pictures of your dice?
collects-sign = Pictures are kept
collects-words = If everybody at the table agrees, Dicesight keeps pictures of accepted rolls, so that it can learn to read your dice. Only the dice and a die’s width around them are kept, without place or camera, on the computer that runs Dicesight and nowhere else.
collects-kept = Kept are readings that you corrected or that were doubtful, and a few others. You can stop at any time, and delete all pictures of this table at once. After a year they are deleted by themselves.
collects-agree = We all agree: keep pictures
collects-stop = Keep no more pictures
collected-count =
    { $count ->
        [0] No picture of this table is kept.
        [one] 1 picture of this table is kept.
       *[other] { $count } pictures of this table are kept.
    }
collected-full = The disk of the computer with Dicesight is nearly full: no more pictures are kept until there is room. Scores are not affected.
collected-correct = Check the pictures
collected-delete = Delete all pictures of this table
collected-deleted =
    { $count ->
        [one] 1 picture deleted.
       *[other] { $count } pictures deleted.
    }

## The page for checking

pictures-title = Check the pictures
pictures-help = Tap a die and its value: 1 to 6, or 0 for what is no die. Drag a box to move it, its corner to size it; drag on an empty spot to add one. Then “Right, next”.
pictures-none = Nothing to check. Thank you!
pictures-left =
    { $count ->
        [one] 1 picture to check
       *[other] { $count } pictures to check
    }
pictures-right = Right, next
pictures-undo = Undo
pictures-no-die = No die
pictures-skip = Later
pictures-delete = Delete this picture
pictures-die = Die { $number }: { $face }
pictures-back = Back to the table
pictures-lost = That could not be saved. Try again.
pictures-corrected = The players corrected this reading.
pictures-disagreement = Different looks read these dice differently.
pictures-doubtful = The reader was not sure here.
pictures-sample = One of a few for comparison.

## Teaching the reader

improve-start = Improve the reader with the pictures
improve-begins = The reader is being taught …
improve-running =
    The reader is being taught: { $percent } done, about { $minutes ->
        [one] 1 minute
       *[other] { $minutes } minutes
    } left. You can go on playing.
improve-done = The reader has learned: it read the pictures that were set apart better than before, and reads your dice from now on.
improve-failed = The reader stays as it was. { $words }
improve-why-too-few-pictures = There are too few pictures yet to learn from.
improve-why-one-table-only = Pictures of a second table are needed: what the reader has learned is judged by dice that it was not taught.
improve-why-not-better = What it had learned did not help on the pictures that were set apart.
improve-why-training-missing = The computer with Dicesight lacks the packages for teaching. They are installed there with: make training

## Which reader reads

reader-now-shipped = The dice are read by the reader that comes with Dicesight.
reader-now-own = The dice are read by your own reader, here since { $since } ({ $name }).
reader-back = Go back to the reader before
reader-went-back = The reader before reads again.
