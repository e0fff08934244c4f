import type { Random } from '../../random/random.js'
import type { Model } from './model.js'
import { HISTORIES } from './shape.js'
import { pick } from './weighted.js'

/** Rows of people who do not exist: numbers of persons, texts and hosts, and seconds since 1970. */
export interface MadeUp {
  readonly person: Uint32Array
  readonly text: Uint32Array
  readonly host: Uint32Array
  readonly seconds: Uint32Array
}

/** Stands for no host, and for no time. */
export const NONE = 2 ** 32 - 1

/** Rows of a batch: what is held at a time. */
const BATCH = 1 << 20
/** Words of the longest query that is composed. */
const MOST_WORDS = 6
/** How often one goes on as released pairs tell, where they do. */
const GOES_ON = 0.5
/** Seconds between two queries of a session: on average, and at most, so that no session falls apart. */
const [MEAN_PAUSE, LONGEST_PAUSE] = [60, 1800]
const DAY = 86_400

/** Makes people up, one after the other. Texts are numbered: released queries as in the model, then those that are composed on the way. */
export class People {
  readonly composed: string[] = []
  private readonly codes: Map<string, number>
  private readonly asked: number[] = []

  private readonly model: Model
  private readonly share: number
  private readonly random: Random

  constructor(model: Model, share: number, random: Random) {
    this.model = model
    this.share = share
    this.random = random
    this.codes = new Map(model.queries.map((query, place) => [query, place]))
  }

  /** Rows in batches, each valid until the next. */
  *batches(): Generator<MadeUp> {
    const { people, history } = this.model
    const rows = { person: buffer(), text: buffer(), host: buffer(), seconds: buffer() }
    let filled = 0
    for (let person = 0; person < people; person++) {
      this.asked.length = 0
      let left = this.between(pick(history, this.random))
      while (left > 0) {
        const { start, length } = this.session(left)
        left -= length
        let clock = start
        let last: number | undefined
        for (let i = 0; i < length; i++) {
          last = last === undefined ? this.first() : this.after(last)
          this.asked.push(last)
          rows.person[filled] = person
          rows.text[filled] = last
          rows.host[filled] = this.hostOf(last)
          rows.seconds[filled] = clock
          if (clock !== NONE) clock += this.pause()
          if (++filled === BATCH) {
            yield rows
            filled = 0
          }
        }
      }
    }
    if (filled > 0) yield cut(rows, filled)
  }

  /** Rows of a history of a class: any number that is in it. */
  private between(at: number): number {
    const [from, to] = [HISTORIES[at]!, HISTORIES[at + 1] ?? HISTORIES[at]! + 1]
    return from + this.random.below(to - from)
  }

  private session(left: number): { readonly start: number; readonly length: number } {
    const { sessions, days, hours } = this.model
    const length = Math.min(left, pick(sessions, this.random) + 1)
    if (days === undefined) return { start: NONE, length }
    const day = pick(days, this.random)
    return { start: day * DAY + pick(hours, this.random) * 3600 + this.random.below(3600), length }
  }

  private first(): number {
    const { length } = this.asked
    if (length > 0 && this.random.unit() < this.model.repeats) return this.asked[this.random.below(length)]!
    return this.fresh()
  }

  /** What is asked after something: it again, something near it, or something else. */
  private after(last: number): number {
    const { turns, next, topics } = this.model
    const turn = pick(turns, this.random)
    if (turn === 0) return last
    const near = next.get(last)
    if (near !== undefined && this.random.unit() < GOES_ON) return pick(near, this.random)
    const topic = topics[last]
    if (turn === 1 && topic !== undefined) return pick(topic, this.random)
    return this.first()
  }

  private fresh(): number {
    const { words, popular } = this.model
    if (words.has('') && this.random.unit() < this.share) {
      const text = this.compose()
      if (text !== undefined) return this.code(text)
    }
    return popular.draw(this.random)
  }

  /** A query of released bigrams, from its start to its end; undefined where none comes about. */
  private compose(): string | undefined {
    const text: string[] = []
    let word = ''
    while (text.length <= MOST_WORDS) {
      const followers = this.model.words.get(word)
      if (followers === undefined) return undefined
      word = followers.of[followers.by.draw(this.random)]!
      if (word === '') return text.length > 0 ? text.join(' ') : undefined
      text.push(word)
    }
    return undefined
  }

  private code(text: string): number {
    const known = this.codes.get(text)
    if (known !== undefined) return known
    const code = this.codes.size
    this.codes.set(text, code)
    this.composed.push(text)
    return code
  }

  private hostOf(text: number): number {
    const hosts = this.model.hostsOf.get(text)
    return hosts !== undefined && this.random.unit() < this.model.clicks ? pick(hosts, this.random) : NONE
  }

  private pause(): number {
    return 1 + Math.min(LONGEST_PAUSE, Math.floor(-Math.log1p(-this.random.unit()) * MEAN_PAUSE))
  }
}

function buffer(): Uint32Array {
  return new Uint32Array(BATCH)
}

function cut(rows: MadeUp, length: number): MadeUp {
  const { person, text, host, seconds } = rows
  return {
    person: person.subarray(0, length),
    text: text.subarray(0, length),
    host: host.subarray(0, length),
    seconds: seconds.subarray(0, length),
  }
}
