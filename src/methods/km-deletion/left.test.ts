import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftOf } from './left.js'
import { entriesOf } from './rows.js'
import { sequences } from './sequences.js'

const lists = fc.array(fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 5 }), { maxLength: 60 })

test('equal sequences have one number, others have others, and what was begun is forgotten', () => {
  fc.assert(
    fc.property(lists, (all) => {
      const found = sequences()
      const numbers = all.map((list) => {
        found.start()
        found.push(99)
        found.start()
        for (const one of list) found.push(one)
        return found.finish()
      })
      const first = new Map<string, number>()
      for (const list of all) if (!first.has(list.join())) first.set(list.join(), first.size)
      expect(numbers).toEqual(all.map((list) => first.get(list.join())))
      expect(Array.from({ length: found.size() }, (_, s) => [...found.of(s)].join())).toEqual([...first.keys()])
    }),
  )
})

test('many sequences keep their numbers', () => {
  const found = sequences()
  const put = (n: number) => {
    found.start()
    found.push(n)
    found.push(n >> 3)
    return found.finish()
  }
  const all = Array.from({ length: 20_000 }, (_, n) => n)
  for (let round = 0; round < 2; round++) expect(all.map(put)).toEqual(all)
})

/** Histories as rows of texts, texts as lists of terms; from term 4 on they are hosts, one a row at most. */
const log = fc.record({
  texts: fc.array(fc.array(fc.nat({ max: 3 }), { maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  histories: fc.array(
    fc.array(fc.record({ text: fc.nat(), host: fc.option(fc.constantFrom(4, 5), { nil: undefined }) }), {
      maxLength: 5,
    }),
    { maxLength: 6 },
  ),
  kept: fc.infiniteStream(fc.boolean()),
})

test('rows keep the terms that their history keeps, and a host that no row shows is named', () => {
  fc.assert(
    fc.property(log, ({ texts, histories, kept }) => {
      const rows = histories.flatMap((list, h) =>
        list.map(({ text, host }) => ({
          h,
          terms: texts[text % texts.length]!,
          host,
        })),
      )
      const sums = (sizes: readonly number[]) =>
        Uint32Array.from([0, ...sizes]).map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0))
      const coded = {
        hostsFrom: 4,
        rows: {
          offsets: sums(histories.map((list) => list.length)),
          row: Uint32Array.from(rows, (_, i) => i),
          begin: sums(rows.map(({ terms }) => terms.length)),
          term: Uint32Array.from(rows.flatMap(({ terms }) => terms)),
          host: Uint32Array.from(rows, ({ host }) => (host === undefined ? 0 : host + 1)),
        },
      }
      const owner = Uint32Array.from(histories, (_, h) => h)
      const entries = entriesOf(coded.rows, owner, 6)
      const flags = Uint8Array.from(entries.term, () => Number(kept.next().value))
      const occurs = (h: number, t: number) =>
        rows
          .filter((row) => row.h === h)
          .flatMap(({ terms, host }) => [...terms, host])
          .filter((one) => one === t).length
      const expected = histories
        .flatMap((_, h) => [0, 1, 2, 3, 4, 5].map((t) => [h, t, occurs(h, t)]))
        .filter(([, , n]) => n !== 0)
      expect([...entries.term].map((t, e) => [entries.history[e], t, entries.count[e]])).toEqual(expected)

      const stays = (h: number, t: number | undefined) =>
        [...entries.term].some((one, e) => one === t && entries.history[e] === h && flags[e] === 1)
      const left = leftOf({ ...coded, entries }, flags)
      const shown = rows
        .map((row, i) => ({
          i,
          text: row.terms.filter((t) => stays(row.h, t)),
          host: Number(stays(row.h, row.host)),
          of: row,
        }))
        .filter(({ text }) => text.length > 0)
      expect(
        [...left.row].map((i, n) => ({ i, text: [...left.texts.of(left.text[n]!)], host: left.host[n] ?? 0 })),
      ).toEqual(shown.map(({ i, text, host }) => ({ i, text, host })))
      const unseen = [...entries.term.keys()].filter(
        (e) =>
          entries.term[e]! >= 4 &&
          flags[e] === 1 &&
          !shown.some(({ of }) => of.h === entries.history[e] && of.host === entries.term[e]),
      )
      expect(left.unseen).toEqual(unseen)
    }),
  )
})
