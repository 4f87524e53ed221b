// Tables that can be searched and filtered; the address keeps what was chosen.
"use strict";

(() => {
  const made = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });

  function sifted(place) {
    const table = document.getElementById(place.dataset.for);
    const rows = [...table.tBodies[0].rows];
    const address = new URLSearchParams(location.search);
    const values = (row, key) => row.dataset[key].split("|").filter(Boolean);
    const count = made("span");
    const search = made("input");
    const selects = place.dataset.keys.split(" ").map((key) => {
      const select = made("select");
      const label = made("label", `${key} `);
      const found = [...new Set(rows.flatMap((row) => values(row, key)))];
      for (const value of ["", ...(key === "chapter" ? found : found.sort())]) {
        const option = made("option", value || "any");
        option.value = value;
        select.append(option);
      }
      if (found.includes(address.get(key))) select.value = address.get(key);
      label.append(select);
      place.append(label);
      return [key, select];
    });

    function apply() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        const chosen = selects.every(([key, { value }]) => !value || values(row, key).includes(value));
        row.hidden = !chosen || !words.every((word) => text.includes(word));
      }
      count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
    }

    function changed() {
      const here = new URL(location.href);
      for (const [key, value] of [
        ["words", search.value.trim()],
        ...selects.map(([name, select]) => [name, select.value]),
      ]) {
        if (value) here.searchParams.set(key, value);
        else here.searchParams.delete(key);
      }
      history.replaceState(null, "", here);
      apply();
    }

    search.type = "search";
    search.value = address.get("words") ?? "";
    search.addEventListener("input", changed);
    for (const [, select] of selects) select.addEventListener("change", changed);
    const label = made("label", "words ");
    label.append(search);
    place.prepend(label);
    count.setAttribute("role", "status");
    place.append(count);
    apply();
    document.getElementById(location.hash.slice(1))?.closest("[hidden]")?.removeAttribute("hidden");
  }

  for (const place of document.querySelectorAll(".table-filter")) sifted(place);
})();
