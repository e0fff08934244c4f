// A word that announces a number of a person's own, fillers, then the number.
const LABELS = [
  'accounts?|acct|a\\/c|member(?:ship)?|subscriber|policy|claim|confirmation|invoice|receipt|order|tracking|transaction',
  'customer|client|student|employee|patient|medical record|mrn|(?:rx|prescription|group)(?= ?(?:#|number|no)\\b)|medicare|medicaid',
  'passport|licen[cs]e|licen[cs]e (?:plate|tag)s?|plates?|tag|vin|reference|ref|pin|id|user ?id|insurance|loan|mortgage',
  'inmate|offender|prisoner|jail|booking|arrest|tdcj?|tdcj id|[a-z]doc|gdc|nysid|cdcr?(?= [a-z]\\d{5}\\b)|din(?= \\d\\d[a-z]\\d{4}\\b)|cause(?= (?:number|no)\\b)|npi|dea|tdl|money order|(?:doc|dc|cdcr?|bop|spn|pid|sid|so|alien|register)(?= ?(?:#|number|no|id)\\b)',
  'permit|registration|voter|serial|imei|esn|meid|hin|hull|badge|(?:title|file|control|certificate|report|incident)(?= ?(?:#|number|no)\\b)',
  'case|docket|warrant|citation|ticket|reservation|record locator|locator|frequent flyer|skymiles|parcel(?= (?:id|number|no|\\d))|folio|apn',
  'screen ?name|user ?name|icq|gamertag|friend ?id|tax id|ein|fein|tin|itin|dl',
]
const FILLERS =
  '(?: (?:number|numbers|num|no|nr|id|code|is|for|search|lookup|look up|locator|check|trace|status|owner)){0,3}'
export const LABELLED = new RegExp(
  `\\b(?:${LABELS.join('|')})${FILLERS}[ :#.=-]{1,4}(?=[a-z-]{0,24}\\d)([a-z0-9][a-z0-9-]{4,24}[a-z0-9])(?![a-z0-9@])`,
  'g',
)
export const WEAK_LABEL =
  /^(?:serial|case|docket|order|ticket|registration|reference|ref|tag|permit|loan|screen|user ?name|icq|gamertag|receipt|transaction|reservation|locator|report|incident|certificate|control|file|title|hull|group)\b/
// A label that speaks of a person, said to be a number: no word for goods beside it makes the number a model.
export const OWN_NUMBER =
  /^(?:accounts?|acct|member(?:ship)?|policy|claim|patient|medical record|medicare|medicaid|passport|inmate|offender|prisoner|student|employee|voter|receipt|alien|parcel)(?: (?:number|num|no|id)|\.? ?#)/
// The same where the number is written in groups, or behind a few letters of its own.
export const GROUPED =
  /\b(?:accounts?|acct|member(?:ship)?|policy|claim|confirmation|invoice|receipt|tracking|customer|client|student|employee|patient|medicare|medicaid|passport|licen[cs]e|inmate|offender|prisoner|booking|alien|registration|case|docket|parcel|serial|loan|reference|money order|f?ein|tax id|cause)((?: (?:number|num|no|id))+[ :#.=-]{1,4}|\.? ?# ?| )((?:[a-z]{1,3} ?)?\d[a-z0-9-]{0,12}(?:[ .]\d[a-z0-9-]{0,12}){0,5})(?![a-z0-9@])/g
// Plates are shorter, and letters stand apart from digits.
export const PLATE =
  /\b(?:licen[cs]e (?:plate|tag)s?|(?:plates?|tag)(?= (?:number|no|lookup|search)\b| ?#)|(?:vanity|temporary|temp|dealer|own(?:s|er of)|whose|which car|(?:run|trace)(?: an?)?) plates?)(?: (?:number|no|lookup|search|check|trace|owner|is|for)){0,3}[ :#.-]{1,4}(?!(?:19|20)\d\d )([a-z]{1,3}\d{0,3}[ -]\d{2,4}[a-z]{0,2}|\d{2,3}[a-z][ -][a-z]{2}\d|\d{1,4}[a-z]{0,2}[ -][a-z]{2,3}|[a-z]\d{2,3}[ -][a-z]{2,3}|[a-z]{3}\d{2}|\d{2,3}[a-z]{2,3})(?![a-z0-9@-])/g
export const BOOKING =
  /\b(?:confirmation|locator)(?: (?:number|code|no|is)){0,3}[ :#.]{1,3}(?=[a-z]{0,4}\d[a-z]{0,4}\d)(?=\d{0,5}[a-z])([a-z0-9]{6})(?![a-z0-9@-])/g
// What a label may stand behind, too: k81229 inmate search.
export const BEFORE_LABEL =
  /(?<![a-z0-9.@/$-])([a-z0-9][a-z0-9-]{4,24}[a-z0-9])(?= (?:(?:account|acct|policy|claim|booking|passport|alien|case|docket|order|confirmation|tracking|receipt|member|student|parcel|customer) (?:number|no|num|id)|licen[cs]e (?:plate|tag|number)|(?:plate|tag) number|inmate|offender|prisoner)\b)/g
// Receipts of the immigration service: a service center, the year, the day, the case.
export const IMMIGRATION = /^(?:eac|wac|lin|src|msc|nbc|vsc|csc|nsc|tsc|ysc|ioe)-?\d\d-?\d{3}-?\d{5}$/
// Years, sums (loan 250000), and a ZIP code behind Idaho.
export const NOT_OWN = /^(?:(?:19|20)\d\d-(?:\d\d|\d{4})|\d{1,2}-(?:19|20)\d\d|\d+000|\d{5}-\d{4})$/
// A year, a court's sort of case, a number: 05-cv-02217, 2004-cf-001883.
export const COURT_CASE =
  /^(?:\d-)?(?:\d\d|(?:19|20)\d\d)-?(?:ca|cc|cf|ci|cp|cr|ct|cv|dp|dr|fa|fc|jv|md|mj|mm|pr|sc|tr|ap|bk)-?\d{3,7}(?:-[a-z0-9]{1,6}){0,3}$/
export const SHORT_CASE = /^(?!(?:19|20)\d\d-(?:19|20)\d\d$)(?:\d\d|(?:19|20)\d\d)-\d{4,7}(?:-[a-z]{2,3})?$/
export const ABOUT_COURTS = /\b(?:bankruptcy|court|divorce|lawsuit|plaintiff|defendant|probate|bk|docket|foreclosure)\b/
export const NETWORK_CARD = /(?<![0-9a-f:])[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?![0-9a-f:])/g
// The number of an immigrant, in groups.
export const ALIEN = /(?<![a-z0-9])a[ #-]?\d{2,3}[ -]\d{3}[ -]\d{3}(?![a-z0-9-])/g
export const YEAR = /^(?:19|20)\d\d$/
export const STATE_BEHIND =
  /[ -](?:a[klrz]|c[aot]|d[ce]|fl|ga|hi|i[adln]|k[sy]|la|m[adeinost]|n[cdehjmvy]|o[hkr]|pa|ri|s[cd]|t[nx]|ut|v[at]|w[aivy]|usa|lbs?|oz|mm|cm|in|ft|for|and|the|cal|car|old|new)$/
export const TOKEN = /[a-z0-9]+(?:-[a-z0-9]+)*/g
export const LONGEST = 64
