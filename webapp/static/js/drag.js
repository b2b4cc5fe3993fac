// Dragging a row of a list to another place, by finger or mouse.

// done(moved) is called when the row is let go. The row itself stays in the page all the time, and the
// others go around it: a finger on something that is taken out of the page would let go of it.
export function dragRow(event, row, done) {
  event.preventDefault();
  const list = row.parentElement;
  const rows = () => Array.from(list.children);
  const before = rows();
  row.classList.add("dragged");
  const move = ({ clientY }) => {
    const next = rows().find((other) => other !== row && clientY < other.getBoundingClientRect().top + other.offsetHeight / 2) || null;
    place(row, next);
  };
  const end = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    row.classList.remove("dragged");
    done(rows().some((other, index) => other !== before[index]));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

// Puts a row before another one, or last, by moving those between.
export function place(row, next) {
  const follows = next && next.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (follows) {
    const stop = next.previousElementSibling;
    while (row.previousElementSibling !== stop) row.after(row.previousElementSibling);
  } else {
    while (row.nextElementSibling !== next) row.before(row.nextElementSibling);
  }
}
