import { STYLE } from './style.js'

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

export interface Heading {
  readonly title: string
  /** What, when, by which plan, with which checksum: names and what stands behind them. */
  readonly facts: readonly (readonly [name: string, value: string | Html])[]
  /** Who may read it, and what must be known before all else. */
  readonly stamps?: readonly string[]
}

/** One self-contained page: no network, no script. */
export function page({ title, facts, stamps = [] }: Heading, body: readonly Html[]): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${{ html: STYLE }}</style></head>
<body><header><h1>${title}</h1>
${stamps.map((stamp) => html`<p class="stamp">${stamp}</p>`)}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></header>
<main>${body}</main>
</body></html>
`.html
}

/** The day on which a page is made, as people write it. */
export function today(): string {
  return new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

type Cell = string | number | Html

/** Tables with more columns than this have short cells: on a phone several stand beside each other. */
const MANY = 4

/** A table with a header; cells that are numbers stand to the right. On a phone each row is a card, and each cell has its column's name. */
export function htmlTable(header: readonly string[], rows: readonly (readonly Cell[])[], pick = -1): Html {
  const numeric = header.map(
    (_, column) =>
      rows.length > 0 &&
      rows.every((row) => typeof row[column] === 'number' || /^[\d.,]+%?$/.test(String(row[column]))),
  )
  const kind = (column: number) => ({ html: numeric[column] ? ' class="n"' : '' })
  return html`<div class="wide"><table${{ html: header.length > MANY ? ' class="many"' : '' }}><thead><tr>${header.map((cell, i) => html`<th${kind(i)} scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => html`<tr${{ html: at === pick ? ' class="pick"' : '' }}>${row.map((cell, i) => html`<td${kind(i)} data-label="${header[i] ?? ''}"><span>${cell}</span></td>`)}</tr>`)}</tbody></table></div>`
}

/** Something that most readers need not see. */
export function folded(summary: string, body: readonly Html[]): Html {
  return html`<details><summary>${summary}</summary>${body}</details>`
}

/** Pictures side by side where there is room. */
export function panels(figures: readonly Html[]): Html {
  return html`<div class="panels">${figures}</div>`
}

export function list(lines: readonly string[]): Html {
  return html`<ul>${lines.map((line) => html`<li>${capital(line)}</li>`)}</ul>`
}

export function capital(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1)
}
