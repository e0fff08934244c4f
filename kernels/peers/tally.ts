import { FIRST, LINK, link, links, PERSON, person, TO } from './records'

const SUBMITTED: usize = 8
const CARRIED: usize = 12
const HOPS: usize = 1024

let own: usize = 0
let byNeighbour: usize = 0
let wide: bool = false
let byHops: usize = 0
let totals: usize = 0

/** Where src/peer/simulate/tally.ts keeps its counts; `fourBytes` each by neighbour, or two. */
export function setTally(ownAt: usize, byNeighbourAt: usize, fourBytes: bool, hopsAt: usize, totalsAt: usize): void {
  own = ownAt
  byNeighbour = byNeighbourAt
  wide = fourBytes
  byHops = hopsAt
  totals = totalsAt
}

function increase(at: usize): void {
  store<i32>(at, load<i32>(at) + 1)
}

function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value)
}

/** Counts that somebody was handed a query. */
export function carried(at: usize): void {
  increase(at + CARRIED)
}

/** Counts one query. */
export function tallyUp(source: i32, submitter: i32, hops: i32, refusals: i32): void {
  increase(person(submitter) + SUBMITTED)
  if (submitter === source) increase(own + ((<usize>source) << 2))
  else {
    const at = person(source)
    const end = link(load<i32>(at, PERSON + FIRST))
    for (let friendship = link(load<i32>(at, FIRST)); friendship < end; friendship += LINK) {
      if (load<i32>(friendship, TO) !== submitter) continue
      const number = (friendship - links) / LINK
      if (wide) increase(byNeighbour + (number << 2))
      else store<u16>(byNeighbour + (number << 1), load<u16>(byNeighbour + (number << 1)) + 1)
      break
    }
  }
  add(byHops + (min<usize>(hops, HOPS - 1) << 3), 1)
  add(totals, 1)
  add(totals + 8, refusals)
  add(totals + 16, hops)
  store<f64>(totals + 24, max<f64>(load<f64>(totals + 24), hops))
}
