// Tables that can be searched and filtered; the address keeps what was chosen.
"use strict";

(() => {
  /**
   * @template {keyof HTMLElementTagNameMap} Name
   * @param {Name} name
   */
  const made = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });

  /** @param {HTMLElement} place */
  function sifted(place) {
    const table = document.getElementById(place.dataset.for ?? "");
    if (!(table instanceof HTMLTableElement)) return;
    const rows = [...table.tBodies[0].rows];
    const address = new URLSearchParams(location.search);
    /** @type {(row: HTMLElement, key: string) => string[]} */
    const values = (row, key) => (row.dataset[key] ?? "").split("|").filter(Boolean);
    const count = made("span");
    const search = made("input");
    const selects = (place.dataset.keys ?? "").split(" ").map((key) => {
      const select = made("select");
      const label = made("label", `${key} `);
      const found = [...new Set(rows.flatMap((row) => values(row, key)))];
      for (const value of ["", ...(key === "chapter" ? found : found.sort())]) {
        const option = made("option", value || "any");
        option.value = value;
        select.append(option);
      }
      const asked = address.get(key) ?? "";
      if (found.includes(asked)) select.value = asked;
      label.append(select);
      place.append(label);
      return { key, select };
    });

    function apply() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        const chosen = selects.every(({ key, select }) => !select.value || values(row, key).includes(select.value));
        row.hidden = !chosen || !words.every((word) => text.includes(word));
      }
      count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
    }

    function changed() {
      const here = new URL(location.href);
      const chosen = selects.map(({ key, select }) => [key, select.value]);
      for (const [key, value] of [["words", search.value.trim()], ...chosen]) {
        if (value) here.searchParams.set(key, value);
        else here.searchParams.delete(key);
      }
      history.replaceState(null, "", here);
      apply();
    }

    search.type = "search";
    search.value = address.get("words") ?? "";
    search.addEventListener("input", changed);
    for (const { select } of selects) select.addEventListener("change", changed);
    const label = made("label", "words ");
    label.append(search);
    place.prepend(label);
    count.setAttribute("role", "status");
    place.append(count);
    apply();
    document.getElementById(location.hash.slice(1))?.closest("[hidden]")?.removeAttribute("hidden");
  }

  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll(".table-filter");
  for (const place of places) sifted(place);
})();
