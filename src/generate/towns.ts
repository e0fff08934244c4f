import { readList } from './lists.js'
import { hashText } from './stream.js'
import { type Weighted, weighted } from './weighted.js'

export interface Town {
  readonly name: string
  /** Two letters. */
  readonly state: string
}

// By size, as everybody knows it; the shipped list of towns has no population.
const LARGEST =
  'new york ny,los angeles ca,chicago il,houston tx,phoenix az,philadelphia pa,san antonio tx,san diego ca,dallas tx,san jose ca,' +
  'detroit mi,jacksonville fl,indianapolis in,columbus oh,austin tx,memphis tn,baltimore md,charlotte nc,fort worth tx,boston ma,' +
  'milwaukee wi,el paso tx,washington dc,nashville tn,seattle wa,denver co,las vegas nv,portland or,oklahoma city ok,tucson az,' +
  'albuquerque nm,atlanta ga,long beach ca,kansas city mo,fresno ca,new orleans la,cleveland oh,sacramento ca,mesa az,virginia beach va,' +
  'omaha ne,oakland ca,miami fl,tulsa ok,honolulu hi,minneapolis mn,colorado springs co,arlington tx,wichita ks,tampa fl,' +
  'saint louis mo,pittsburgh pa,cincinnati oh,toledo oh,buffalo ny,saint paul mn,newark nj,orlando fl,louisville ky,lexington ky,' +
  'raleigh nc,anchorage ak,birmingham al,rochester ny,richmond va,baton rouge la,spokane wa,des moines ia,salt lake city ut,knoxville tn'

export const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'al:alabama,ak:alaska,az:arizona,ar:arkansas,ca:california,co:colorado,ct:connecticut,dc:district of columbia,de:delaware,' +
    'fl:florida,ga:georgia,hi:hawaii,id:idaho,il:illinois,in:indiana,ia:iowa,ks:kansas,ky:kentucky,la:louisiana,me:maine,' +
    'md:maryland,ma:massachusetts,mi:michigan,mn:minnesota,ms:mississippi,mo:missouri,mt:montana,ne:nebraska,nv:nevada,' +
    'nh:new hampshire,nj:new jersey,nm:new mexico,ny:new york,nc:north carolina,nd:north dakota,oh:ohio,ok:oklahoma,or:oregon,' +
    'pa:pennsylvania,ri:rhode island,sc:south carolina,sd:south dakota,tn:tennessee,tx:texas,ut:utah,vt:vermont,va:virginia,' +
    'wa:washington,wv:west virginia,wi:wisconsin,wy:wyoming'
  )
    .split(',')
    .map((pair) => pair.split(':')),
)

export interface Towns {
  readonly all: Weighted<Town>
  readonly byState: ReadonlyMap<string, Weighted<Town>>
}

let cached: Towns | undefined

export function towns(): Towns {
  if (cached === undefined) {
    const largest = new Map(LARGEST.split(',').map((town, i) => [town, 70 - i]))
    // Most people live in few places: a town outside the list weighs between a hundredth and one of the smallest inside.
    const size = ({ name, state }: Town) => {
      const rank = largest.get(`${name} ${state}`)
      const u = ((hashText(`${name} ${state}`) % 1000) + 1) / 1000
      return rank === undefined ? 0.02 / u : 8 + rank
    }
    const states = readList('towns.tsv').map(([state, list]) => ({
      state: state!,
      towns: list!.split(',').map((name) => ({ name, state: state! })),
    }))
    cached = {
      all: weighted(
        states.flatMap((s) => s.towns),
        size,
      ),
      byState: new Map(states.map((s) => [s.state, weighted(s.towns, size)])),
    }
  }
  return cached
}
