// The filter of the rules, the button that unfolds all cases, and the case that an address names.
"use strict";

(() => {
  const tagged = [...document.querySelectorAll(".rule-tags[data-ruling], .rule-list > li")];
  const place = document.querySelector(".rule-filter");

  /** What is shown or hidden: an entry of a list, or the section of a rule. */
  const unit = (element) => (element.tagName === "LI" ? element : element.closest("section"));

  const wanted = {
    all: () => true,
    ruling: (rule) => rule.dataset.ruling === "yes",
    choice: (rule) => rule.dataset.choice === "yes",
  };

  function fits(rule, show) {
    return show in wanted ? wanted[show](rule) : rule.dataset.books.split(" ").includes(show);
  }

  function apply(show, count) {
    for (const rule of tagged) unit(rule).hidden = !fits(rule, show);
    // A chapter without a rule to show is not shown either.
    for (const section of document.querySelectorAll("article section section")) {
      const inside = tagged.map(unit).filter((each) => each !== section && section.contains(each));
      if (inside.length) section.hidden = inside.every((each) => each.hidden);
    }
    const left = tagged.filter((rule) => !unit(rule).hidden).length;
    count.textContent = `${left} of ${tagged.length} rules`;
  }

  function option(value, text) {
    const made = document.createElement("option");
    made.value = value;
    made.textContent = text;
    return made;
  }

  function filter() {
    const label = document.createElement("label");
    const select = document.createElement("select");
    const count = document.createElement("span");
    label.append("Show ", select);
    select.append(option("all", "all rules"));
    if (tagged.some((rule) => rule.dataset.ruling === "no")) {
      select.append(option("ruling", "rules on which the editions differ or are silent"));
    }
    select.append(option("choice", "rules that a table can choose"));
    for (const book of place.dataset.books.split(" ")) {
      const [value, name] = book.split("=");
      if (tagged.some((rule) => fits(rule, value)))
        select.append(option(value, `printed in: ${name.replaceAll("_", " ")}`));
    }
    const asked = new URLSearchParams(location.search).get("show");
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
    place.append(label, count);
    apply(select.value, count);
    return () => {
      select.value = "all";
      apply("all", count);
    };
  }

  function unfold() {
    const cases = [...document.querySelectorAll("details.case")];
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

  const showAll = place && tagged.length ? filter() : () => {};
  unfold();

  /** What an address names; it may be anything. */
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
    if (target.matches("details.case")) target.open = true;
    if (target.closest(".case") || tagged.some((rule) => unit(rule).hidden))
      target.scrollIntoView({ behavior: "instant" });
  }
  window.addEventListener("hashchange", go);
  // Once as soon as it is there, and once when all pictures have their places.
  if (location.hash) go();
  if (location.hash) window.addEventListener("load", go);
})();
