// The taps of this browser that no answer came for yet, in its storage. Tabs of one browser share it:
// each tap has an entry of its own, so that no tab writes over what another one keeps.

export class KeptTaps {
  constructor(table) {
    this.prefix = `dicesight-tap-${table}-`;
    this.newest = 0;
  }

  // In the order in which they were made, by whichever tab.
  all() {
    const taps = [];
    try {
      for (const name of Object.keys(localStorage)) {
        const tap = name.startsWith(this.prefix) ? read(localStorage.getItem(name)) : null;
        if (tap) taps.push(tap);
      }
    } catch {
      // Without storage the taps live as long as the page.
    }
    taps.sort((one, other) => one.at - other.at);
    this.newest = Math.max(this.newest, taps.at(-1)?.at || 0);
    return taps;
  }

  // The time of a tap, later than any before it even if the clock was set back.
  now() {
    this.newest = Math.max(Date.now(), this.newest + 1);
    return this.newest;
  }

  put(tap) {
    try {
      localStorage.setItem(this.prefix + tap.id, JSON.stringify(tap));
    } catch {
      // It is sent all the same, as long as the page is open.
    }
  }

  remove(tap) {
    try {
      localStorage.removeItem(this.prefix + tap.id);
    } catch {
      // There was none.
    }
  }
}

function read(text) {
  try {
    const tap = JSON.parse(text);
    return tap?.id && tap.command ? tap : null;
  } catch {
    return null;
  }
}
