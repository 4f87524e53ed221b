const rule = document.getElementById("rule"), program = document.getElementById("program");
const few = document.getElementById("few"), shown = document.getElementById("shown");
function filter() {
  let count = 0;
  for (const each of document.querySelectorAll(".failure")) {
    const rules = each.dataset.rules.split(" "), programs = each.dataset.programs.split(" ");
    const others = program && program.value && !programs.includes(program.value);
    each.hidden = Boolean(others || (rule.value && !rules.includes(rule.value)));
    count += !each.hidden;
  }
  shown.textContent = count + (count === 1 ? " cause" : " causes");
  for (const row of document.querySelectorAll("tr[data-telling]"))
    row.hidden = few.checked && row.dataset.telling === "no";
}
for (const each of [rule, program, few]) if (each) each.addEventListener("change", filter);
for (const each of document.querySelectorAll("button[data-rule]"))
  each.addEventListener("click", () => {
    rule.value = each.dataset.rule;
    filter();
    document.getElementById("failures").scrollIntoView();
  });
filter();
