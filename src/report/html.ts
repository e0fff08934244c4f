/** Text made safe for HTML: whatever a log holds, it stays text. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}

/** HTML that is known to be safe, as `html` makes it. */
export interface Html {
  readonly html: string
}

/** A template whose texts are escaped; parts that are Html already, and lists of them, are put in as they are. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const put = (value: (typeof values)[number] | undefined): string => {
    if (value === undefined) return ''
    if (typeof value === 'string') return escapeHtml(value)
    if (typeof value === 'number') return value.toLocaleString('en')
    return 'html' in value ? value.html : value.map((item) => item.html).join('')
  }
  return { html: parts.map((part, i) => part + put(values[i])).join('') }
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5c6b7a; --paper: #fff; --line: #d8dee6; --one: #1f6f8b; --two: #c8713b; --good: #2e7d4f; --bad: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ef; --soft: #9aa8b6; --paper: #14191f; --line: #313b46; --one: #5cb3d0; --two: #e39a68; --good: #6cc48f; --bad: #ef7f76; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; } th { overflow-wrap: normal; } td, th { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; } .soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
.stamp { border: 1px solid var(--bad); color: var(--bad); padding: .3rem .7rem; border-radius: .3rem; display: inline-block; }
.wide { overflow-x: auto; } .wide table { font-size: .85rem; overflow-wrap: normal; } details { margin: .3rem 0; } summary { cursor: pointer; }
figure { margin: 1rem 0; } figcaption { color: var(--soft); font-size: .9rem; } svg { width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
@media print { body { max-width: none; } h2 { break-after: avoid; } figure, table { break-inside: avoid; } }`

/** One self-contained page: no network, no script. */
export function page(title: string, body: readonly Html[]): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${{ html: STYLE }}</style></head>
<body><h1>${title}</h1>
${body}
</body></html>
`.html
}

/** A table with a header; cells that are numbers stand to the right. */
export function htmlTable(header: readonly string[], rows: readonly (readonly (string | number | Html)[])[]): Html {
  const numeric = header.map(
    (_, column) =>
      rows.length > 0 &&
      rows.every((row) => typeof row[column] === 'number' || /^[\d.,]+%?$/.test(String(row[column]))),
  )
  const kind = (column: number) => ({ html: numeric[column] ? ' class="n"' : '' })
  return html`<table><thead><tr>${header.map((cell, i) => html`<th${kind(i)}>${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, i) => html`<td${kind(i)}>${cell}</td>`)}</tr>`)}</tbody></table>`
}
