"""What a page brings along: the style, and the script by which one chooses what is listed."""

STYLE = """
:root{color-scheme:light dark;--paper:#fbf8f0;--panel:#fffdf7;--text:#26221b;--soft:#6d6555;--line:#ddd3bd;
--bad:#b3261e;--badpaper:#fbeae8;--good:#2e7d32;--goodpaper:#e9f3e6}
@media(prefers-color-scheme:dark){:root{--paper:#1d1b17;--panel:#262320;--text:#efe8d8;--soft:#b3a992;--line:#443f35;
--bad:#ff8a80;--badpaper:#3d2320;--good:#8fd19e;--goodpaper:#20301f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif}
main{max-width:70rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}h4{font-size:.85rem;margin:0 0 .25rem;color:var(--soft);
overflow-wrap:anywhere}
.programs{list-style:none;margin:0;padding:0;display:grid;gap:.5rem;
grid-template-columns:repeat(auto-fit,minmax(14rem,1fr))}
.programs li{background:var(--panel);border:1px solid var(--line);border-radius:.6rem;padding:.6rem .8rem;
overflow-wrap:anywhere}
.programs b{display:block}
.bar{position:sticky;top:0;background:var(--paper);padding:.6rem 0;border-bottom:1px solid var(--line);z-index:1;
display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center}
select,input,button{font:inherit;max-width:100%}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.bad{color:var(--bad);font-weight:700}td.good{color:var(--good)}
tr.bad td{color:var(--bad);font-weight:700}
table.rules button{background:none;border:0;padding:0;color:inherit;text-decoration:underline;cursor:pointer;
text-align:left}
table.rows{width:auto}
.failure{background:var(--panel);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin:1rem 0}
.tags{display:flex;flex-wrap:wrap;gap:.35rem;margin:.4rem 0}
.tag{border:1px solid var(--line);border-radius:1rem;padding:0 .6rem;font-size:.8rem;color:var(--soft);
overflow-wrap:anywhere}
.tag.bad{border-color:var(--bad);color:var(--bad)}
.pictures{display:flex;flex-wrap:wrap;gap:.8rem;align-items:flex-start;margin:.6rem 0}
figure{margin:0;max-width:100%}figcaption{font-size:.8rem;color:var(--soft)}
.given{display:grid;grid-template-columns:auto 1fr;gap:0 .8rem;margin:.4rem 0;font-size:.9rem}
.given dt{color:var(--soft)}.given dd{margin:0;overflow-wrap:anywhere}
.answers{display:grid;gap:.6rem;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));margin:.6rem 0}
.box{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .7rem;min-width:0}
.box.bad{border-color:var(--bad);background:var(--badpaper)}.box.good{border-color:var(--good);
background:var(--goodpaper)}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:.85rem/1.45 ui-monospace,'DejaVu Sans Mono',monospace}
details pre{max-height:24rem;overflow:auto;border:1px solid var(--line);border-radius:.4rem;padding:.5rem}
summary{cursor:pointer;font-size:.85rem;color:var(--soft)}
.why,.rule{margin:.3rem 0;font-size:.9rem;white-space:pre-wrap;overflow-wrap:anywhere}
.soft{color:var(--soft)}
[hidden]{display:none!important}
"""
SCRIPT = """
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
"""
