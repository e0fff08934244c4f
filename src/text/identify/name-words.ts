/** Words and phrases that speak of people, where a name is somebody's. */
const PEOPLE =
  'obituary|obituaries|obit|born|birth|dob|age|aged|died|death|funeral|memorial service|wedding|married|divorce|engaged|engagement|maiden name|' +
  'ancestry|arrest|arrested|inmate|mugshots?|jail|warrant|probation|criminal records?|court records?|bankruptcy|victim|address|phone|telephone|' +
  'cell|contact|email|find|lives|resident|landlord|neighbor|family|genealogy|husband|wife|ex boyfriend|ex girlfriend|attorney|lawyer|cpa|md|dds|' +
  'dmd|dvm|phd|rn|dr|mr|mrs|ms|prof|professor|teacher|coach|principal|pastor|rev|nurse|dentist|orthodontist|chiropractor|pharmacist|therapist|' +
  'psychologist|pediatrician|plumber|contractor|photographer|realtor|notary|babysitter|resume|thesis|dissertation|graduation|class of|' +
  'little league|missing|reunion|myspace|facebook|linkedin|instagram|classmates|alumni|white pages|whitepages|people search|background check|' +
  'sex offender'
export const ABOUT_PEOPLE = new RegExp(`\\b(?:${PEOPLE})\\b`)

/** The first words of all of them: without one there is none of them. */
export const PEOPLE_STARTS: readonly string[] = PEOPLE.split('|').flatMap((phrase) => {
  const [word = ''] = phrase.split(' ')
  return word.endsWith('s?') ? [word.slice(0, -2), word.slice(0, -1)] : [word]
})

/** How last names end that no list need have. */
export const NAME_ENDINGS: readonly string[] = (
  'man|mann|berg|burg|stein|baum|feld|field|dorf|thal|bach|hofer|bauer|meyer|meier|maier|huber|schmidt|witz|wicz|wski|nski|cki|zki|vich|vitch|' +
  'ovic|enko|chuk|czyk|czak|yan|ian|escu|poulos|opulos|akis|idis|adis|elli|etti|ello|etto|ucci|acci|uzzi|ssen|nsen|rsen|lsen|gaard|strom|quist|' +
  'qvist|lund|stra|sma|inga|worth|thorpe|wood|ham|ley|ton|son|ez|swamy|nathan|murthy|walla|oglu'
).split('|')
export const ENDS_AS_NAME = new RegExp(`(?:${NAME_ENDINGS.join('|')})$`)

/** Small words inside of last names. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'de del la los las van von der den di da dos el al bin ben'.split(' '),
)
