import type { Report } from './finding.js'
import { isLetter, type View } from './view.js'

const SCHEME = /(?:https?|ftps?|sftp|ssh|telnet|imap|pop3?|smtp|ldap|mysql|postgres|mongodb):\/\//g
const BARE =
  /\b(?:www\.[a-z0-9-]|[a-z0-9-]{2,40}\.(?:com|net|org|edu|gov|us|info|biz|co\.uk|ca|de|fr|es|it|nl|pl|pt|be|at|ch|br)\/|[a-z0-9-]{4,40}\.(?:hyves\.nl|hi5\.com|no\.sapo\.pt|skyrock\.com))/g
const USERINFO = /^[^/\s@:]{1,64}:[^/\s@]{1,64}@/
const SECRET =
  /[?&;/](?:[a-z_.]{0,12}(?:sess(?:ion)?_?(?:id)?|sid|token|auth|passw(?:or)?d|passwd|pwd|pass|secret|apikey|api_key|access_key|ticket|otp|jsessionid|phpsessid|aspsessionid[a-z]{0,8}))=[^&;\s]{3}/
const PERSON =
  /[?&;](?:[a-z_.]{0,12}(?:user|userid|user_id|username|uname|uid|login|logon|email|e-mail|mail|member|memberid|member_id|customer|cust|custid|customerid|account|acct|accountid|profile|profileid|friendid|friend_id|personid|person|patient|ssn|phone|tel|dob|firstname|lastname|fname|lname|screenname|sn|addr|address))=[^&;\s]{2}/
const ANY_ID = /[?&;]id=[^&;\s]{4}/
// The session that a large shop wrote into every path.
const SHOP_SESSION = /\/\d{3}-\d{7}-\d{7}(?!\d)/
// Where the first part of a path is a person.
const PROFILES =
  /^(?:https?:\/\/)?(?:[a-z0-9-]{1,30}\.)?(?:profiles\.yahoo|members\.aol|hometown\.aol|spaces\.msn|myspace|facebook|xanga|friendster|livejournal|blackplanet|migente|bebo|hi5|orkut|tagged|flickr|photobucket|linkedin|twitter|instagram|youtube|deviantart|myyearbook)\.com\/(?:profile\.php\?id=)?(?!(?:index|home|login|signup|search|browse|help|about|music|video|videos|forum|forums|groups|people|pages|watch|results|user|users|photos)\b)[a-z0-9_.~-]{3}/
// Where a folder of the host, or a host of its own, is a person's page.
const HOMES =
  /^(?:https?:\/\/)?(?:(?:www\.)?(?:geocities|angelfire|tripod|freewebs|homestead)\.com\/[a-z0-9_~-]{1,24}\/?[a-z0-9_~-]{3}|(?:[a-z0-9-]{1,30}\.)?[a-z0-9-]{2,40}\.[a-z]{2,3}\/(?:profile|profil|profiles|people|photos|perfil|u|users?)\/[a-z0-9_.@-]{4}|(?!www\.)[a-z0-9-]{4,40}\.(?:hyves\.nl|hi5\.com|no\.sapo\.pt|skyrock\.com|myspace\.com|livejournal\.com)(?:$|\/))/
/** A person's own host, without a path. */
const LONE_HOST = /\.(?:hyves\.nl|hi5\.com|no\.sapo\.pt|skyrock\.com)/
/** What an address may begin with that has neither path nor parameter. */
export const HOST_ALONE = /www\.|\.(?:hyves\.nl|hi5\.com|no\.sapo\.pt|skyrock\.com)/
const MAX = 2048

/** Credentials and personal ids in addresses of the web, and secure addresses that say more than the host. */
export function findUrl({ text }: View, report: Report): void {
  let done = 0
  const each = (start: number): void => {
    if (start < done) return
    let end = start
    while (end < text.length && end - start < MAX && text.charCodeAt(end) > 32) end += 1
    done = end
    const confidence = judge(text.slice(start, end))
    if (confidence > 0) report('url', start, end, confidence)
  }
  const starts: number[] = []
  if (text.includes('://')) for (const match of text.matchAll(SCHEME)) starts.push(match.index)
  if (text.includes('www.') || text.includes('/') || LONE_HOST.test(text))
    for (const match of text.matchAll(BARE)) starts.push(hostStart(text, match.index))
  // A part of an address, pasted without its beginning: page.cfm?user=...
  for (let equals = text.indexOf('='); equals >= 0; ) {
    starts.push(text.lastIndexOf(' ', equals) + 1)
    const end = text.indexOf(' ', equals)
    equals = end < 0 ? -1 : text.indexOf('=', end)
  }
  for (const start of starts.sort((a, b) => a - b)) if (!isLetter(text.charCodeAt(start - 1))) each(start)
}

/** "profiles.example.com/jane": the pattern may begin inside the host. */
function hostStart(text: string, from: number): number {
  let start = from
  while (start > 0 && from - start < 64 && /[a-z0-9.-]/.test(text[start - 1]!)) start -= 1
  return start
}

function judge(url: string): number {
  const scheme = url.indexOf('://')
  const rest = scheme < 0 ? url : url.slice(scheme + 3)
  if (USERINFO.test(rest)) return 0.98
  if (SECRET.test(rest)) return 0.9
  if (PERSON.test(rest)) return 0.8
  if (SHOP_SESSION.test(rest)) return 0.7
  if (PROFILES.test(url) || HOMES.test(url)) return 0.6
  const slash = rest.indexOf('/')
  const said = slash < 0 ? '' : rest.slice(slash + 1)
  if (url.startsWith('https://') && said !== '') return 0.6
  if (ANY_ID.test(rest)) return 0.4
  return said === '' ? 0 : 0.2
}
