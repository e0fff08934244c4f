import type { Report } from './finding.js'
import { wholeWord } from './locales/patterns.js'
import type { View } from './view.js'

// Where people go by a name of their own choice.
const PLATFORM = wholeWord(
  'tiktok,tik tok,venmo,instagram,insta,snapchat,snap,skype,telegram,kik,discord,twitter,onlyfans,cash app,cashapp,ebay,allegro,vinted,marktplaats,gamertag,psn,steam,twitch,hyves,hi5,myspace,icq,screen name,screenname,username,user name,gamer tag',
)
// Letters with a digit, a dot or an underscore among them; no host, no version.
const HANDLE =
  /(?<![a-z0-9.@_/-])[@$]?(?=[a-z0-9._-]*[a-z]{3})(?=[a-z0-9._-]*[0-9._])(?![a-z0-9._-]*\.(?:com|net|org|de|fr|es|it|nl|pl|pt|br|co)(?![a-z0-9]))[a-z_][a-z0-9._-]{5,30}(?![a-z0-9@/])/g
const SIGNED = /(?<![a-z0-9.@_])@[a-z][a-z0-9._-]{4,30}(?![a-z0-9@])/g

/** Without a dot or a line a handle has a digit at the end of its letters. */
export const JOINED_DIGIT = /[a-z]\d/

/** The name somebody goes by on a platform that the query names: instagram jane.d_83. */
export function findHandle({ text }: View, report: Report): void {
  if (!PLATFORM.test(text)) return
  for (const pattern of [HANDLE, SIGNED]) {
    for (const match of text.matchAll(pattern)) report('id', match.index, match.index + match[0].length, 0.62)
  }
}
