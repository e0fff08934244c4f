import type { Random } from '../../random/random.js'
import type { Model } from './model.js'
import { HISTORIES } from './shape.js'
import { pick } from './weighted.js'

/** Rows of some people who do not exist: numbers of persons, texts and hosts, and seconds since 1970. */
export interface MadeUp {
  readonly person: Uint32Array<ArrayBuffer>
  readonly text: Uint32Array<ArrayBuffer>
  readonly host: Uint32Array<ArrayBuffer>
  readonly seconds: Uint32Array<ArrayBuffer>
  /** Texts that were composed for them: numbered after the released queries. */
  readonly composed: readonly string[]
}

/** Stands for no host, and for no time. */
export const NONE = 2 ** 32 - 1

/** Words of the longest query that is composed. */
const MOST_WORDS = 6
/** How often one goes on as released pairs tell, where they do. */
const GOES_ON = 0.5
/** Seconds between two queries of a session: on average, and at most, so that no session falls apart. */
const [MEAN_PAUSE, LONGEST_PAUSE] = [60, 1800]
const DAY = 86_400

/** Makes up so many people from a number on, one after the other, by chance of their own. */
export function makeUp(model: Model, share: number, people: { from: number; many: number }, random: Random): MadeUp {
  return new Making(model, share, random).rowsOf(people.from, people.many)
}

/** The people of one block in the making. */
class Making {
  private readonly composed = new Map<string, number>()
  private readonly asked: number[] = []
  private readonly rows = new Rows()

  private readonly model: Model
  private readonly share: number
  private readonly random: Random

  constructor(model: Model, share: number, random: Random) {
    this.model = model
    this.share = share
    this.random = random
  }

  rowsOf(from: number, many: number): MadeUp {
    const { history } = this.model
    for (let person = from; person < from + many; person++) {
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
          this.rows.add(person, last, this.hostOf(last), clock)
          if (clock !== NONE) clock += this.pause()
        }
      }
    }
    return { ...this.rows.done(), composed: [...this.composed.keys()] }
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
    const { places, queries } = this.model
    const known = places.get(text) ?? this.composed.get(text)
    if (known !== undefined) return known
    const code = queries.length + this.composed.size
    this.composed.set(text, code)
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

/** Rows as they are added, four numbers each; they take more room when there is none left. */
class Rows {
  private cells = new Uint32Array(1 << 18)
  private filled = 0

  add(person: number, text: number, host: number, seconds: number): void {
    if (this.filled === this.cells.length) {
      const wider = new Uint32Array(2 * this.cells.length)
      wider.set(this.cells)
      this.cells = wider
    }
    this.cells[this.filled++] = person
    this.cells[this.filled++] = text
    this.cells[this.filled++] = host
    this.cells[this.filled++] = seconds
  }

  done(): Omit<MadeUp, 'composed'> {
    const column = (at: number) => {
      const values = new Uint32Array(this.filled / 4)
      for (let row = 0; row < values.length; row++) values[row] = this.cells[4 * row + at]!
      return values
    }
    return { person: column(0), text: column(1), host: column(2), seconds: column(3) }
  }
}
