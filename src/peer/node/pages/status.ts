import type { ExposureAt } from '../activity.js'
import type { PeerStatus } from '../status.js'
import { troubleInWords } from '../trouble.js'
import { exposureInWords, exposureOverTime } from './exposure.js'
import { page, postForm, safe } from './layout.js'

export function statusPage(status: PeerStatus, exposure: readonly ExposureAt[], token: string): string {
  const row = (what: string, value: string | number) => `<tr><th scope="row">${what}</th><td>${value}</td></tr>`
  const { trouble, host } = status.engine
  const engine =
    trouble === undefined
      ? `<p>${safe(host)} answers.</p>`
      : `<p role="alert">${troubleInWords(trouble)}</p>${postForm('/engine/again', token, `<button>Ask ${safe(host)} again now</button>`)}`
  return page(
    'Lethe: status',
    '/status',
    `<h1>Status</h1><section aria-labelledby="exposed"><h2 id="exposed">How exposed you are</h2><p>${exposureInWords(status)}</p>${exposureOverTime(exposure)}</section>
<section aria-labelledby="engine"><h2 id="engine">The search engine</h2>${engine}</section>
<section aria-labelledby="counts"><h2 id="counts">Since this peer started</h2><table>${row('Asked by you', status.asked)}${row('Exposure of your profile so far', `${status.exposure.toFixed(0)}%`)}${row('Carried for others', status.carried)}${row('of those submitted in your name', status.submittedForOthers)}${row('Refused to friends', status.refusedToFriends)}${row('Under way', status.underWay)}</table></section>`,
  )
}
