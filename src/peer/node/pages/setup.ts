import { ADAPTERS } from '../adapters.js'
import { alert, page, postForm, safe } from './layout.js'

/** The first steps: what a peer does, and which search engine. */
export function setupPage(consent: string, token: string, search: string, wrong?: string): string {
  const [lead = '', ...points] = consent.split('\n')
  const choices = Object.entries(ADAPTERS).map(
    ([name, { says }]) => `<option value="${name}">${safe(name)}: ${safe(says)}</option>`,
  )
  const fields = `<fieldset><legend>1. What a peer does</legend><p>${safe(lead)}</p><ul>${points.map((point) => `<li>${safe(point.replace(/^- /, ''))}</li>`).join('')}</ul><label class="check"><input type="checkbox" name="consent" value="yes" required> I know, and agree.</label></fieldset>
<fieldset><legend>2. Which search engine</legend><label for="search">Its address, with {searchTerms} where the query goes</label><input class="wide" id="search" name="search" required placeholder="https://engine.example/search?q={searchTerms}" value="${safe(search)}"><label for="adapter">What it is</label><select class="wide" id="adapter" name="adapter">${choices.join('')}</select></fieldset>
<p><button>3. Start</button></p>`
  return page(
    'Lethe: first steps',
    undefined,
    `<h1>First steps</h1>${wrong === undefined ? '' : alert(wrong)}<p>Lethe is a search box that hides you among friends: they submit your queries, you submit theirs.</p>${postForm('/setup', token, fields)}`,
  )
}
