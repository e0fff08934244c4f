// What streets are called, in full, short, and as people misspell it, by how surely the word means a street.
const SURE: readonly (readonly [number, string])[] = [
  [
    0.68,
    `street strt stret streeet sreet avenue ave aven avn avnue avenu aveue aveneue boulevard blvd boul blv bvd
     blvrd bulevard boulvard bldv bvld road rd raod lane ln lne parkway pkwy pky pkway parkwy prkwy`,
  ],
  [0.63, 'st terrace terr highway hwy hiway turnpike tpke tnpk expressway expy expwy causeway cswy'],
  [0.57, 'drive dr drv driv drve court ct circle cir circ crcl'],
  [
    0.48,
    'av ter str freeway fwy place pl plc way wy square sq trail trl loop crossing xing cove trace trce plaza plz alley aly pike',
  ],
  [
    0.33,
    `crt crescent cres pass path point pt ridge rdg row run walk view vw close mews bend branch creek glen grove heights hts
     hills hill hollow isle landing lndg manor mnr meadows mill oaks bluff park quay wharf esplanade center ctr mall
     commons tr villas estates gardens bridge springs pines woods palms`,
  ],
]

const WORDS = new Map<string, number>()
for (const [sure, words] of SURE) for (const word of words.split(/\s+/)) WORDS.set(word, sure)

// Long enough that one slip of the finger leaves them recognisable.
const LONG = ['street', 'avenue', 'boulevard', 'parkway', 'terrace', 'highway', 'turnpike', 'expressway', 'circle']
const REAL_WORDS = new Set('streets avenues terraces highways circles circled circlet sweet avenge sheet'.split(' '))
const SLIPPED = 0.6

/** How surely the word names a sort of street (0 if it does not), one slip allowed in long words. */
export function streetWord(word: string): number {
  const known = WORDS.get(word)
  if (known !== undefined) return known
  if (word.length < 5 || word.length > 11 || REAL_WORDS.has(word)) return 0
  for (const long of LONG) if (word[0] === long[0] && oneSlip(word, long)) return SLIPPED
  return 0
}

/** One letter too many, too few, wrong, or two neighbours changed. */
function oneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let i = 0
  while (i < a.length && a[i] === b[i]) i += 1
  if (a.length > b.length) return a.slice(i + 1) === b.slice(i)
  if (a.length < b.length) return a.slice(i) === b.slice(i + 1)
  return (
    a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2))
  )
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const DIRECTIONS = set('n s e w ne nw se sw no so north south east west northeast northwest southeast southwest')

/** Streets that need no further word. */
export const WHOLE_STREETS = set('broadway embarcadero bowery alameda wilshire ponce')

/** What every town calls a street, seldom said with a number before it otherwise: trees, and a few more. */
export const USUAL_STREETS =
  set(`main peachtree oak maple elm pine cedar walnut chestnut mulberry pecan hickory sycamore magnolia dogwood willow birch
  spruce poplar laurel locust juniper cottonwood`)

/** Streets called after persons, whom people also look up with a year. */
export const STREETS_OF_PERSONS = set(
  `sheridan washington jefferson madison monroe jackson lincoln franklin adams harrison grant lafayette`,
)

/** A road and its number in one word. */
export const JOINED_ROAD = /^(?:us|hwy|rt|rte|sr|cr|fm|ih)-\d{1,4}[a-z]?$/

/** Streets whose word stands first. */
export const SPANISH_STREETS = set('calle camino avenida paseo rue')

/** What a number follows that names the road: 4500 highway 6. */
export const NUMBERED_ROADS =
  /^(?:(?:us|state|county|old|co|farm|ranch|n|s|e|w|north|south|east|west)? ?(?:highway|hwy|route|rte|rt|road|rd)|cr|sr|fm|us|ih|interstate|loop|calle)$/

/** What follows an address inside a building. */
export const UNITS = set('apt apts apartment suite ste unit floor rm room bldg building lot # trlr spc')

/** What cannot be part of a street's name: quantities, and the words that join a query's parts. */
export const NO_NAMES =
  set(`hour hours hr hrs minute minutes min day days week weeks month months year years yr yrs gb mb kb tb mhz ghz bit
  inch inches in ft feet foot yard yards lb lbs pound pounds oz ounce gallon gal qt liter litre mm cm km kg mg
  mpg mph hp cc watt watts volt volts amp amps v bedroom bedrooms bed bath br ba piece pc pk pack set sets ct
  carat karat kt wheel wheeler door doors cylinder cyl speed cent cents dollar dollars percent million billion
  thousand hundred season episode part vol volume chapter disc cd dvd and or for with to from at is are was by
  on off free best top used cheap how what where when who why my your the a an i people men man women woman kids
  girls boys ways steps things reasons tips questions songs movies movie film book books games game car cars
  truck trucks suv honda toyota ford chevy chevrolet dodge nissan porsche ferrari bmw mercedes audi volkswagen
  vw jeep gmc pontiac buick cadillac mazda subaru hyundai kia lexus acura infiniti volvo saab saturn mitsubishi
  suzuki yamaha kawasaki harley ducati polaris plus pro mustang corvette camaro chevelle nova malibu firebird
  cuda charger challenger cutlass gto tahoe silverado ranger explorer accord civic camry corolla world cup
  olympics olympic nfl nba mlb nhl ncaa election tax form forms calendar schedule results winners awards award
  hotels hotel motel restaurants restaurant jobs job homes houses apartments rent rental rentals sale stores
  store schools students annual census mile miles acre acres stars step stage level points man's x ladies mens
  hard floppy disk flash thumb usb tape pen test bus band supreme district federal appeals circuit family
  probate traffic municipal tennis basketball food milky halfway gauge caliber cal magnum degree degrees pill
  pills tablets mcg am pm o'clock oclock bc ad th nd rd st`)

/** What is seldom part of a street's name, and often of something else. */
export const SELDOM_NAMES = set(
  'old new high home house school college university state county national world round star point',
)

/** What a number belongs to if it comes before it: channel 4, route 9, chapter 12. */
export const NUMBERED_THINGS =
  set(`i interstate route rt rte hwy highway us sr cr fm channel ch fox nbc abc cbs wb upn espn flight chapter season
  episode psalm psalms version ver windows win top exit mile section title district ward precinct local lot
  grade act week day world level part volume vol bmw mazda nokia motorola class catch area code page news radio
  am boeing studio terminal pier gate formula type model no article amendment form schedule publication apollo
  blink big sum under over xbox playstation ps psp sims halo cod f m a b c x rocky saw final fantasy sonic since
  until year circa size age ages`)

const OTHER_SENSE =
  /^(?:fighter|fighters|journal|rods?|racing|racers?|glide|king|bob|runners?|trips?|rules|races?|bikes?|tests?|legal|wear|dance|dancing|ball|performance|shaft|train|belt|thru|through|records?|cases?|show|maps?|signs?|conditions|warriors?|rash|outlaws?|tour|cards?|kill|sense|live|sweepers?|triple|smart|lights?|party|parties|luge|hockey)$/
const OTHER_SENSE_OF_WEAK =
  /^(?:in|ins|to|of|no|phil|dre|seuss|pepper|scholls|who|atkins|oz|demento|john|martens|dolittle|evil|house|mario|back|home|too|through|for|is|my|your|the)$/

/** Whether the word behind makes a street word mean something else: street fighter, drive in, dr phil. */
export function otherSense(sure: number, next: string | undefined): boolean {
  if (next === undefined) return false
  return OTHER_SENSE.test(next) || (sure < 0.6 && OTHER_SENSE_OF_WEAK.test(next))
}

const SAINTS =
  set(`louis paul petersburg pete augustine thomas john johns lucia patrick patricks patrick's patty pattys joseph
  charles george cloud simons marys mary's clair croix kitts barts martin maarten jude judes vincent francis james andrews
  bernard lawrence pius elizabeth peters peter helens ives nick nicholas valentine valentines catharines regis moritz
  tropez bonaventure anselm xavier rose`)

/** "st" before a saint's name begins a name instead of ending a street. */
export function saintFollows(word: string, next: string | undefined): boolean {
  return word === 'st' && next !== undefined && SAINTS.has(next)
}

const CONNECTICUT =
  set(`hartford stamford norwalk danbury waterbury bridgeport haven greenwich bristol milford meriden groton mystic
  britain london middletown manchester fairfield westport darien shelton torrington norwich enfield windsor glastonbury
  southington wallingford cheshire newington farmington trumbull stratford hamden branford guilford ridgefield newtown`)

/** "ct" behind a town of Connecticut is the state. */
export function connecticut(word: string, before: string): boolean {
  return word === 'ct' && CONNECTICUT.has(before)
}

/** Streets of stories. */
export const TITLES =
  /\b(?:21 jump st|77 sunset strip|10 cloverfield|1313 mockingbird|221b? baker|84 charing|13 rue|12 grimmauld|4 privet|742 evergreen|1428 elm|sesame st)/
