const STYLE = `
:root{color-scheme:light dark;--ink:#1b1b1f;--paper:#fff;--soft:#f2f2f5;--line:#767680;--faint:#d5d5dc;--link:#0b57a4;--quiet:#55555f;--good:#17663a;--bad:#a32018}
@media (prefers-color-scheme:dark){:root{--ink:#ececf1;--paper:#17171b;--soft:#24242a;--line:#8e8e99;--faint:#3a3a43;--link:#8ec1ff;--quiet:#b3b3bf;--good:#7fd6a0;--bad:#ff9d94}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem;color:var(--ink);background:var(--paper)}
a{color:var(--link);overflow-wrap:anywhere}nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;margin:0 0 1rem;padding:0}nav [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.3rem .6rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.box{display:flex;gap:.5rem}.box input{flex:1;min-width:0}
input,select,button,textarea{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.4rem;padding:.45rem .7rem;max-width:100%}
button{background:var(--soft);cursor:pointer}label{display:block;margin:.7rem 0 .2rem}.check{display:flex;gap:.5rem;align-items:start}.wide{width:100%}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.1rem;margin:1.4rem 0 .2rem}
cite{color:var(--good);font-style:normal;font-size:.9rem;overflow-wrap:anywhere}p{margin:.3rem 0}
.quiet{color:var(--quiet)}.good{color:var(--good)}.bad{color:var(--bad)}[role=alert],.note{border-left:4px solid var(--bad);background:var(--soft);padding:.5rem .8rem;margin:1rem 0}.note{border-color:var(--link)}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--faint);overflow-wrap:anywhere}
code{background:var(--soft);padding:.1rem .3rem;overflow-wrap:anywhere}svg{max-width:100%;height:auto}.qr{background:#fff;padding:12px;width:17rem}
`

export function safe(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const PLACES = [
  ['/', 'Search'],
  ['/friends', 'Friends'],
  ['/activity', 'What went out'],
  ['/status', 'Status'],
] as const

export type Place = (typeof PLACES)[number][0]

/** A page as a whole. There is no script in it. */
export function page(title: string, at: Place | undefined, body: string): string {
  const links = PLACES.map(
    ([href, name]) => `<li><a href="${href}"${href === at ? ' aria-current="page"' : ''}>${name}</a></li>`,
  )
  const nav = `<nav aria-label="Lethe"><ul>${links.join('')}</ul></nav>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="search" type="application/opensearchdescription+xml" title="Lethe" href="/opensearch.xml"><style>${STYLE}</style></head><body><a class="skip" href="#main">To the content</a><header>${nav}</header><main id="main">${body}</main></body></html>`
}

/** A form that changes something: it shows the token. */
export function postForm(action: string, token: string, content: string): string {
  return `<form method="post" action="${action}"><input type="hidden" name="token" value="${token}">${content}</form>`
}

/** Something that a screen reader says at once. */
export function alert(text: string): string {
  return `<p role="alert">${safe(text)}</p>`
}

export function clock(time: Date): string {
  return `<time datetime="${time.toISOString()}">${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}</time>`
}
