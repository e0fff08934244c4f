import type { PeerStatus } from '../status.js'
import { alert, page, postForm, safe } from './layout.js'
import { qrCode } from './qr.js'

export interface Invitation {
  /** The bare text, as lethe peer add takes it. */
  readonly text: string
  /** A link that opens the friend's own page with it filled in. */
  readonly link: string
}

export interface FriendsView {
  readonly status: PeerStatus
  readonly token: string
  /** Under which addresses this machine may be reached, and what follows from the one that was chosen. */
  readonly hosts: readonly string[]
  readonly host: string | undefined
  readonly invitation: Invitation | undefined
  /** What somebody's link brought along. */
  readonly received: string
  readonly wrong?: string
}

const STATES = {
  connected: '<span class="good">connected</span>',
  away: 'away: not reached',
  refused: '<span class="bad">does not let you in: has not added you, or no longer</span>',
} as const

export function friendsPage(view: FriendsView): string {
  return page(
    'Lethe: friends',
    '/friends',
    `<h1>Friends</h1>${view.wrong === undefined ? '' : alert(view.wrong)}${list(view)}${invite(view)}${add(view)}`,
  )
}

function list({ status, token }: FriendsView): string {
  const rows = status.friends.map(
    ({ id, name, state, trust }) =>
      `<tr><th scope="row">${safe(name)}</th><td>${STATES[state]}</td><td>${(100 * trust).toFixed(0)}%</td><td>${postForm('/friends/remove', token, `<input type="hidden" name="id" value="${safe(id)}"><button aria-label="Remove ${safe(name)}">Remove</button>`)}</td></tr>`,
  )
  if (rows.length === 0) return '<p>Nobody yet: what you ask goes out in your own name.</p>'
  return `<table><thead><tr><th scope="col">name</th><th scope="col">state</th><th scope="col">of their queries you take</th><th scope="col">change</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function invite({ hosts, host, invitation }: FriendsView): string {
  const options = hosts.map(
    (one) => `<option value="${safe(one)}"${one === host ? ' selected' : ''}>${safe(one)}</option>`,
  )
  const choose = `<form action="/friends" class="box"><label class="quiet" for="host">Friends reach this machine at</label><input id="host" name="host" list="hosts" value="${safe(host ?? '')}"><datalist id="hosts">${options.join('')}</datalist><button>Show</button></form>`
  const shown =
    invitation === undefined
      ? '<p>Name an address under which friends reach this machine: in a home network one of those that are offered, from outside the one of your router.</p>'
      : `<p>Send your friend this link (it opens on their machine, where their peer must run):</p><p><a href="${safe(invitation.link)}">${safe(invitation.link)}</a></p><p>Or let them take a picture of it:</p>${qrCode(invitation.link, 'Your invitation as a QR code')}<p>Or the bare invitation:</p><p><code>${safe(invitation.text)}</code></p>`
  return `<section aria-labelledby="invite"><h2 id="invite">Invite a friend</h2>${choose}${shown}</section>`
}

function add({ token, received }: FriendsView): string {
  const fields = `<label for="invitation">The friend’s invitation, or the link</label><input class="wide" id="invitation" name="invitation" required value="${safe(received)}"><label for="name">What you call the friend</label><input id="name" name="name" maxlength="60"><p><button>Add</button></p>`
  return `<section aria-labelledby="add"><h2 id="add">Add a friend</h2>${postForm('/friends/add', token, fields)}<p class="quiet">Friends see the text of what you hand them, not whose it is. Add people whom you trust with that.</p></section>`
}
