/** Cells with the names of their columns, under the first one, which names the row. */
function cards(table: string): string {
  return `${table}, ${table} tbody { display: block; } ${table} thead { display: none; }
  ${table} tr { display: block; border: 1px solid var(--line); border-radius: .3rem; margin: .5rem 0; padding: .3rem .6rem; }
  ${table} td, ${table} td.n { display: block; text-align: left; border: 0; padding: .1rem 0; min-width: 0; } ${table} td > span { min-width: 0; overflow-wrap: anywhere; }
  ${table} td::before { content: attr(data-label); color: var(--soft); } ${table} td:first-child { font-weight: 600; } ${table} td:first-child::before { content: none; }
  ${table} tr.pick { background: var(--wash); border-left: 4px solid var(--blue); } ${table} tr.pick td:first-child { box-shadow: none; padding-left: 0; }`
}

/** Colours by day and by night. Every one that carries meaning has a contrast of at least 4.5 to its ground. */
const LIGHT = `--ink: #1d2733; --soft: #566473; --paper: #fff; --wash: #f4f6f9; --line: #d8dee6; --good: #1e7a3c; --bad: #b3372f;
  --blue: #1b5e9b; --red: #b3372f; --green: #1e7a3c; --purple: #6a3d9a; --brown: #8a4b08; --pink: #a8217f;`
const DARK = `--ink: #e4e9ef; --soft: #a3b0bd; --paper: #14191f; --wash: #1c232b; --line: #36414d; --good: #6cc48f; --bad: #ef7f76;
  --blue: #7ab8f5; --red: #ef7f76; --green: #6cc48f; --purple: #c3a6f0; --brown: #e8a765; --pink: #f28ac8;`

/** For a page with a switch: one of both, whatever the system says. */
export const SWITCHED = `:root[data-look='light'] { color-scheme: light; ${LIGHT} }
:root[data-look='dark'] { color-scheme: dark; ${DARK} }`

/** The look of all pages: light and dark, desk, phone and printer. */
export const STYLE = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 74rem; margin: 1.5rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .6rem; overflow-wrap: anywhere; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
p, ul, dl, figcaption { max-width: 48rem; } p { margin: .5rem 0; } ul { margin: .3rem 0; padding-left: 1.3rem; }
.lead { font-size: 1.15rem; background: var(--wash); border-left: 4px solid var(--blue); padding: .8rem 1rem; }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); } small { color: var(--soft); }
.stamp { border: 1px solid var(--bad); color: var(--bad); padding: .2rem .7rem; border-radius: .3rem; display: inline-block; margin: 0 .5rem .6rem 0; }
.facts { margin: 0; font-size: .92rem; } .facts div { display: flex; gap: .8rem; padding: .1rem 0; } .facts dt { color: var(--soft); flex: 0 0 6.5rem; } .facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
code { font-size: .88em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .86rem; } table.many { font-size: .78rem; line-height: 1.35; } td, th { text-align: left; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; overflow-wrap: normal; word-break: keep-all; hyphens: none; vertical-align: bottom; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
table.many td:first-child { min-width: 11rem; } tr.pick td { background: var(--wash); font-weight: 600; } tr.pick td:first-child { box-shadow: inset 4px 0 var(--blue); padding-left: .7rem; }
.wide { overflow-x: auto; margin: .6rem 0; } details { margin: .3rem 0; border: 1px solid var(--line); border-radius: .3rem; padding: .3rem .8rem; } summary { cursor: pointer; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: .5rem 1.5rem; align-items: start; margin: .8rem 0; }
figure { margin: .4rem 0; min-width: 0; } figcaption { color: var(--soft); font-size: .88rem; margin-top: .4rem; } svg.plot { display: block; width: 100%; max-width: 27rem; height: auto; font-family: system-ui, sans-serif; overflow: visible; } svg.plot text { white-space: pre; }
/* Rows become cards: those of wide tables where the whole does not fit, others on a phone. */
@media (max-width: 76rem) { ${cards('table.many')}
  table.many tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.4rem, 1fr)); gap: .2rem .6rem; } table.many td { display: block; } table.many td:first-child { grid-column: 1 / -1; min-width: 0; }
  table.many td::before { display: block; font-size: .72rem; } }
@media (max-width: 44rem) { ${cards('table:not(.many)')}
  table:not(.many) td, table:not(.many) td.n { display: flex; justify-content: space-between; gap: 1rem; text-align: right; } table:not(.many) td:first-child { text-align: left; } table:not(.many) td::before { flex: 0 0 auto; max-width: 55%; text-align: left; }
  .facts div { display: block; } .facts dt { display: inline; } .facts dt::after { content: ": "; } .facts dd { display: inline; } }
@media print { body { max-width: none; } h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }`
