import type { Result } from '../messages.js'
import type { PeerStatus } from '../status.js'
import { troubleInWords } from '../trouble.js'
import { exposureInWords } from './exposure.js'
import { alert, page, safe } from './layout.js'

function form(query = ''): string {
  return `<form action="/search" role="search" class="box"><input name="q" type="search" value="${safe(query)}" aria-label="Search" autocomplete="off" autofocus><button>Search</button></form>`
}

export function searchPage(status: PeerStatus): string {
  const here = status.friends.filter((friend) => friend.here).length
  const trouble = status.engine.trouble
  return page(
    'Lethe',
    '/',
    `<h1>Lethe</h1>${form()}${trouble === undefined ? '' : alert(troubleInWords(trouble))}
<p>${here === 0 ? 'No friend is here: what you ask goes out in your own name.' : `Your query goes out in somebody’s name, perhaps yours. ${here} of ${status.friends.length} friends ${here === 1 ? 'is' : 'are'} here.`}</p>
<p class="quiet">${exposureInWords(status)}</p>${firstSteps(status)}`,
  )
}

/** What is left to do before a peer hides anybody. */
function firstSteps({ friends }: PeerStatus): string {
  if (friends.length >= 3) return ''
  return `<section aria-labelledby="steps"><h2 id="steps">First steps</h2><ol>
<li><a href="/friends#invite">Invite friends</a>: give each of them your invitation, by link or by picture.</li>
<li><a href="/friends#add">Add each of them</a> by theirs. It works when both have added each other. With three friends and more you are hidden better than with one.</li>
<li>Make Lethe the search engine of this browser: in most browsers, right-click the address bar on this page and choose to add a search engine, or look for “search engine” in the settings.</li>
</ol></section>`
}

export function resultsPage(query: string, results: readonly Result[]): string {
  const list = results.map(
    ({ title, url, snippet }) =>
      `<li><h2><a rel="noreferrer" href="${safe(url)}">${safe(title === '' ? url : title)}</a></h2><cite>${safe(url)}</cite><p>${safe(snippet)}</p></li>`,
  )
  const found =
    list.length === 0 ? '<p>Nothing was found.</p>' : `<ol style="list-style:none;padding:0">${list.join('')}</ol>`
  return page(query, undefined, `<h1>Results</h1>${form(query)}${found}`)
}

export function errorPage(why: string, query = ''): string {
  return page('Lethe', undefined, `<h1>Lethe</h1>${form(query)}${alert(why)}`)
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
