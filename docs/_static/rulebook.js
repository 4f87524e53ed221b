// The filter of the rules, the button that unfolds all cases, and the case that an address names.
"use strict";

(() => {
  /** @type {HTMLElement[]} */
  const tagged = Array.from(document.querySelectorAll(".rule-tags[data-ruling], .rule-list > li"));
  /** @type {HTMLElement | null} */
  const place = document.querySelector(".rule-filter");

  /**
   * What is shown or hidden: an entry of a list, or the section of a rule.
   * @param {HTMLElement} element
   */
  function unit(element) {
    /** @type {HTMLElement | null} */
    const found = element.closest("li, section");
    return found ?? element;
  }

  /** @type {Record<string, (rule: HTMLElement) => boolean>} */
  const wanted = {
    all: () => true,
    ruling: (rule) => rule.dataset.ruling === "yes",
    choice: (rule) => rule.dataset.choice === "yes",
  };

  /**
   * @param {HTMLElement} rule
   * @param {string} show
   */
  function fits(rule, show) {
    return show in wanted ? wanted[show](rule) : Boolean(rule.dataset.books?.split(" ").includes(show));
  }

  /**
   * @param {string} show
   * @param {HTMLElement} count
   */
  function apply(show, count) {
    for (const rule of tagged) unit(rule).hidden = !fits(rule, show);
    // A chapter without a rule to show is not shown either.
    /** @type {NodeListOf<HTMLElement>} */
    const sections = document.querySelectorAll("article section section");
    for (const section of sections) {
      const inside = tagged.map(unit).filter((each) => each !== section && section.contains(each));
      if (inside.length) section.hidden = inside.every((each) => each.hidden);
    }
    const left = tagged.filter((rule) => !unit(rule).hidden).length;
    count.textContent = `${left} of ${tagged.length} rules`;
  }

  /**
   * @param {string} value
   * @param {string} text
   */
  function option(value, text) {
    const made = document.createElement("option");
    made.value = value;
    made.textContent = text;
    return made;
  }

  /**
   * Put the filter there, and give back what shows all rules again.
   * @param {HTMLElement} home
   */
  function filter(home) {
    const label = document.createElement("label");
    const select = document.createElement("select");
    const count = document.createElement("span");
    label.append("Show ", select);
    select.append(option("all", "all rules"));
    if (tagged.some((rule) => rule.dataset.ruling === "no")) {
      select.append(option("ruling", "rules on which the editions differ or are silent"));
    }
    select.append(option("choice", "rules that a table can choose"));
    for (const book of (home.dataset.books ?? "").split(" ")) {
      const [value, name] = book.split("=");
      if (tagged.some((rule) => fits(rule, value)))
        select.append(option(value, `printed in: ${name.replaceAll("_", " ")}`));
    }
    const asked = new URLSearchParams(location.search).get("show") ?? "all";
    if ([...select.options].some((each) => each.value === asked)) select.value = asked;
    select.addEventListener("change", () => {
      const address = new URL(location.href);
      if (select.value === "all") address.searchParams.delete("show");
      else address.searchParams.set("show", select.value);
      history.replaceState(null, "", address);
      apply(select.value, count);
    });
    count.className = "rule-count";
    count.setAttribute("role", "status");
    home.append(label, count);
    apply(select.value, count);
    return () => {
      select.value = "all";
      apply("all", count);
    };
  }

  function unfold() {
    /** @type {HTMLDetailsElement[]} */
    const cases = Array.from(document.querySelectorAll("details.case"));
    if (!cases.length || !place) return;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Unfold all cases";
    button.addEventListener("click", () => {
      const open = cases.some((each) => !each.open);
      for (const each of cases) each.open = open;
      button.textContent = open ? "Fold all cases" : "Unfold all cases";
    });
    place.append(button);
  }

  const showAll = place && tagged.length ? filter(place) : () => {};
  unfold();

  /**
   * What an address names; it may be anything.
   * @param {string} text
   */
  function plain(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function go() {
    const target = document.getElementById(plain(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) showAll();
    const folded = target.closest("details");
    if (folded) folded.open = true;
    if (folded || tagged.some((rule) => unit(rule).hidden)) target.scrollIntoView({ behavior: "instant" });
  }
  window.addEventListener("hashchange", go);
  // Once as soon as it is there, and once when all pictures have their places.
  if (location.hash) go();
  if (location.hash) window.addEventListener("load", go);
})();
