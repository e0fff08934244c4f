import type { Result } from './messages.js'
import type { PeerStatus } from './status.js'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}' +
  'input{font:inherit;width:70%;padding:.4rem}button{font:inherit;padding:.4rem 1rem}' +
  'h2{font-size:1.1rem;margin:1.2rem 0 0}cite{color:#0a6b3b;font-style:normal;font-size:.85rem;overflow-wrap:anywhere}' +
  'p{margin:.1rem 0}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem 1rem .2rem 0}'

export function safe(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safe(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="search" type="application/opensearchdescription+xml" title="Lethe" href="/opensearch.xml"><style>${STYLE}</style></head><body>${body}</body></html>`
}

function form(query = ''): string {
  return `<form action="/search"><input name="q" value="${safe(query)}" aria-label="Search" autofocus> <button>Search</button></form>`
}

export function searchPage(): string {
  return page(
    'Lethe',
    `<h1>Lethe</h1>${form()}<p>Your query goes out in somebody’s name, perhaps yours. <a href="/status">Status</a></p>`,
  )
}

export function resultsPage(query: string, results: readonly Result[]): string {
  const list = results.map(
    ({ title, url, snippet }) =>
      `<h2><a rel="noreferrer" href="${safe(url)}">${safe(title === '' ? url : title)}</a></h2><cite>${safe(url)}</cite><p>${safe(snippet)}</p>`,
  )
  return page(query, `${form(query)}${list.length === 0 ? '<p>Nothing was found.</p>' : list.join('')}`)
}

export function errorPage(why: string): string {
  return page('Lethe', `${form()}<p role="alert">${safe(why)}</p>`)
}

export function statusPage(status: PeerStatus): string {
  const friends = status.friends.map(
    ({ name, here, trust }) =>
      `<tr><td>${safe(name)}</td><td>${here ? 'here' : 'away'}</td><td>${(100 * trust).toFixed(0)}%</td></tr>`,
  )
  const row = (what: string, value: string | number) => `<tr><td>${what}</td><td>${value}</td></tr>`
  return page(
    'Lethe: status',
    `<h1>Status</h1><table>${row('Asked by you', status.asked)}${row('Exposure of your profile so far', `${status.exposure.toFixed(0)}%`)}${row('Carried for others', status.carried)}${row('of those submitted in your name', status.submittedForOthers)}${row('Refused to friends', status.refusedToFriends)}${row('Under way', status.underWay)}</table><h2>Friends</h2><table><tr><th>name</th><th></th><th>you accept</th></tr>${friends.join('')}</table><p>Counted since this peer started. No text of anybody’s query is kept. <a href="/">Search</a></p>`,
  )
}

/** What a browser needs to take this peer as its search engine. */
export function openSearch(base: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Lethe</ShortName>
  <Description>Search among friends</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${base}/search?q={searchTerms}"/>
  <Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`
}
