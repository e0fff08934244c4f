import type { WentOut } from '../activity.js'
import { clock, page, postForm, safe } from './layout.js'

export function activityPage(list: readonly WentOut[], nameOf: (place: number) => string, token: string): string {
  const how = ({ how, friend }: WentOut) => {
    if (how === 'mine') return 'yours, in your own name'
    if (how === 'for-others') return 'not yours, in your name'
    return `yours, handed to ${safe(nameOf(friend ?? -1))}`
  }
  const rows = list.map((one) => `<tr><td>${clock(one.time)}</td><td>${safe(one.query)}</td><td>${how(one)}</td></tr>`)
  const table =
    rows.length === 0
      ? '<p>Nothing has gone out since this peer started, or since you had it forgotten.</p>'
      : `<table><thead><tr><th scope="col">when</th><th scope="col">query</th><th scope="col">whose, and in whose name</th></tr></thead><tbody>${rows.join('')}</tbody></table>${postForm('/forget', token, '<p><button>Forget all of this</button></p>')}`
  return page(
    'Lethe: what went out',
    '/activity',
    `<h1>What went out</h1><p>In your name, and yours in the names of others: friends hand on what they are handed, so the name that the search engine saw may be one behind theirs. This list is in the memory of this machine alone, ends with the peer, and is for your eyes: friends rely on you with it.</p>${table}`,
  )
}
