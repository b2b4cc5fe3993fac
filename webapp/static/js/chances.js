// The curve of the chances to win takes a moment to work out, so that it comes after the page.

const place = document.getElementById("chances-place");

async function load() {
  const status = place.querySelector("[role=status]");
  status.hidden = false;
  try {
    const answer = await fetch(place.dataset.source);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const card = page.getElementById("chances-card");
    if (answer.ok && card) place.replaceChildren(document.adoptNode(card));
  } finally {
    status.hidden = true; // the link that stays leads to the same
  }
}

if (place) load();
