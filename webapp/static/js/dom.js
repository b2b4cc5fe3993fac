// Small builders for elements.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "key") element.dataset.key = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Random in the same way on plain HTTP, where crypto.randomUUID does not exist.
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Replace the content of a part of the page without losing the keyboard's place in it.
export function replace(container, ...content) {
  const active = document.activeElement;
  const inside = container.contains(active);
  const key = inside ? active.dataset.key : null;
  container.replaceChildren(...content.flat(3).filter(Boolean));
  if (!inside) return;
  const same = key && container.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  const target = same || container.querySelector("[data-first]:not(:disabled)") || container.querySelector("h1, h2");
  if (target) {
    if (!target.hasAttribute("tabindex") && /^H/.test(target.tagName)) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
}

export function announce(words) {
  const place = document.getElementById("announcer");
  if (!place || !words) return;
  // The same words twice in a row are read out only if the text changes in between.
  place.textContent = "";
  setTimeout(() => { place.textContent = words; }, 30);
}
