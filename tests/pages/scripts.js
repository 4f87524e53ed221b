// What the tests ask of a page; each function stands alone.

// Marks, and may damage, the memory of Python that is kept, or tells how it is marked.
const kept = async ({ mark, damage }) => {
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    const found = await kept.match("_engine/memory");
    if (!found) continue;
    const memory = new Uint8Array(await found.arrayBuffer());
    if (damage === "a byte") memory[5_000_000] ^= 1;
    if (damage === "all") memory.fill(1);
    const whole = damage === "all" ? String(new Uint8Array(await crypto.subtle.digest("SHA-256", memory))) : null;
    const headers = { "X-Checksum": whole ?? found.headers.get("X-Checksum"), "X-Mark": mark ?? "" };
    if (mark) await kept.put("_engine/memory", new Response(memory, { headers }));
    return mark ?? found.headers.get("X-Mark") ?? "new";
  }
  return "";
};

// What keeps people out, as axe finds it.
const violations = async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const few = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 200));
  return violations.map(({ id, nodes }) => `${id}: ${few(nodes)}`);
};

// The middle of something.
const middle = (each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

// Taps a cell, and tells how many milliseconds it took until the verdict was on the screen.
const tapped = (cell) => new Promise((done) => {
  const begun = performance.now();
  const isSettled = () => document.querySelector("#judge").settled();
  const shown = () => requestAnimationFrame(() => setTimeout(() => done(Math.round(performance.now() - begun))));
  const look = () => (isSettled() ? shown() : setTimeout(look, 1));
  document.querySelector(`[data-cell="${cell}"]`).click();
  look();
});

// What has the focus, by its data or its name.
const focused = () => {
  const { dataset, ariaLabel } = document.activeElement;
  return Object.values(dataset)[0] ?? ariaLabel;
};

// Tells the contrast of a text to what lies below it.
const contrast = ([selector, part]) => {
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const bright = (colour) => {
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...brush.getImageData(0, 0, 1, 1).data].map((each) =>
      each / 255 <= 0.04045 ? each / 3294.6 : ((each / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const found = document.querySelector(selector);
  const grounds = [];
  for (let each = found; each; each = each.parentElement) grounds.unshift(getComputedStyle(each).backgroundColor);
  const ground = ["white", ...grounds].map(bright).at(-1);
  const ink = bright(getComputedStyle(found, part).color);
  return Math.max(ground, ink) / Math.min(ground, ink);
};

// What the worker answers to several questions.
const spoken = async (questions) => {
  const ask = document.querySelector("#judge").ask;
  return Promise.all(questions.map(async (question) => {
    const { answer, flaws } = await ask({ ask: "judge", ...question });
    return answer ?? { flaws };
  }));
};

// The pictures that cannot be seen when everything is open.
const broken = async () => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const images = [...document.querySelectorAll("article img")];
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  return images.filter((image) => !image.naturalWidth || !image.getClientRects().length).map((image) => image.src);
};

// How many rules are left when some are chosen.
const shown = (value) => {
  const select = document.querySelector(".rule-filter select");
  select.value = value;
  select.dispatchEvent(new Event("change"));
  const rules = [...document.querySelectorAll(".rule-tags, .rule-list > li")];
  return rules.filter((each) => each.closest("section, li").getClientRects().length).length;
};

// The rows of a table that are left when something is chosen above it, and how many it says they are.
const sifted = ([key, value]) => {
  const labels = [...document.querySelectorAll(".table-filter label")];
  const field = key && labels.find((each) => each.textContent.startsWith(key)).querySelector("input, select");
  if (field) field.value = value;
  if (field) field.dispatchEvent(new Event(field.matches("input") ? "input" : "change"));
  const shown = [...document.querySelectorAll(".sifted[id] tbody tr")].filter((row) => row.getClientRects().length);
  return [shown.map((row) => row.id), document.querySelector(".table-filter [role=status]").textContent];
};

// Whether a heading is open and in sight.
const landed = (id) => {
  const found = document.getElementById(id);
  const { top } = found.getBoundingClientRect();
  return (found.open ?? true) && found.offsetHeight && top >= 0 && top < innerHeight;
};

// What does not fit into a page as it is: what reaches out of the window or of its box, words that break, controls that lie over one another.
const misfits = (home) => {
  const top = document.querySelector("dialog[open]") ?? document.querySelector(home);
  const isHidden = (each) => {
    const { width, height } = each.getBoundingClientRect();
    return width < 2 || height < 2 || !each.checkVisibility({ checkVisibilityCSS: true });
  };
  const isScrolled = (each) => {
    for (let box = each.parentElement; box && box !== document.body; box = box.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth) return true;
    }
    return false;
  };
  const told = (each) => `${each.localName}.${each.className.baseVal ?? each.className} ${each.textContent.slice(0, 60)}`;
  const seen = [...top.querySelectorAll(":not(svg *, option)")].filter((each) => !isHidden(each) && !isScrolled(each));
  const out = seen.filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    const isCut = each.scrollWidth > each.clientWidth + 1 && !["inline", "contents"].includes(getComputedStyle(each).display);
    const mayScroll = ["auto", "scroll"].includes(getComputedStyle(each).overflowX);
    return left < -1 || right > innerWidth + 1 || (isCut && !mayScroll && each.clientWidth && !each.matches("input, select"));
  });
  const broken = [];
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (!text.parentElement || text.parentElement.closest("option, svg, textarea") || isHidden(text.parentElement)) continue;
    for (const found of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
      const word = document.createRange();
      word.setStart(text, found.index);
      word.setEnd(text, found.index + found[0].length);
      const tops = [...word.getClientRects()].map((each) => Math.round(each.top));
      const isUpright = getComputedStyle(text.parentElement).writingMode === "horizontal-tb";
      if (isUpright && Math.max(...tops) - Math.min(...tops) > 4) broken.push(`broken: ${found[0]}`);
    }
  }
  const layer = (each) => {
    for (let box = each; box && box !== top; box = box.parentElement) {
      if (["sticky", "fixed", "absolute"].includes(getComputedStyle(box).position)) return box;
    }
    return top;
  };
  const pressed = seen.filter((each) => each.matches("button, select, input, a, summary"));
  const clipped = (each) => {
    const lines = [...each.getClientRects()].map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
    for (let box = each.parentElement; box && box !== top; box = box.parentElement) {
      if (getComputedStyle(box).overflow === "visible") continue;
      const edge = box.getBoundingClientRect();
      for (const line of lines) {
        line.left = Math.max(line.left, edge.left);
        line.right = Math.min(line.right, edge.right);
        line.top = Math.max(line.top, edge.top);
        line.bottom = Math.min(line.bottom, edge.bottom);
      }
    }
    return lines;
  };
  const boxes = pressed.map((each) => ({ each, on: layer(each), lines: clipped(each) }));
  const within = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]) > 2;
  const cross = (one, other) =>
    one.on === other.on &&
    !one.each.contains(other.each) &&
    !other.each.contains(one.each) &&
    one.lines.some((a) => other.lines.some((b) => within(a, b, "left", "right") && within(a, b, "top", "bottom")));
  const over = boxes.filter((one, place) => boxes.slice(place + 1).some((other) => cross(one, other)));
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  return [...wide, ...out.map(told), ...broken, ...over.map(({ each }) => `over another: ${told(each)}`)];
};
