import { expect, test } from 'vitest'
import type { Preview } from '../index.js'
import { likely } from './likely.js'

type Column = Preview['columns'][number]
const column = (name: string, type: Column['type'], distinct: number, example: string, empty = 0): Column => ({
  column: name,
  becomes: null,
  type,
  distinct,
  empty,
  examples: [example],
})
const names = (columns: readonly Column[]) => columns.map((one) => one.column)

test("a library's log: its reader before counts of hits, and no clock for anything", () => {
  const all = [
    column('Ausweis', 'text', 24, 'x999999', 0.11),
    column('Suchfeld', 'text', 4, 'xxx'),
    column('Suchanfrage', 'text', 514, 'xxx xxx'),
    column('Datum', 'text', 57, '99.99.9999'),
    column('Uhrzeit', 'text', 845, '99:99:99'),
    column('Trefferzahl', 'number', 51, '999'),
  ]
  expect(names(likely('user', all, 1000))).toEqual(['Ausweis'])
  expect(names(likely('query', all, 1000))).toEqual(['Suchanfrage', 'Suchfeld'])
  expect(names(likely('time', all, 1000))).toEqual(['Datum'])
})

test("a hospital's: names cut short, and a department that is neither person nor query", () => {
  const all = [
    column('Lfd. Nr.', 'number', 1000, '9'),
    column('Zeitpkt.', 'text', 626, '99.99.9999 99:99:99'),
    column('Pers.-Kennung', 'text', 434, 'xxx9999'),
    column('Abt.', 'text', 4, 'xxxxxx'),
    column('Eingabe Suchschlitz', 'text', 269, 'xxxxxxxx xxxxx'),
    column('Anz. Treffer', 'number', 80, '99'),
  ]
  expect(names(likely('user', all, 1000))).toEqual(['Pers.-Kennung'])
  expect(names(likely('query', all, 1000))).toEqual(['Eingabe Suchschlitz'])
  expect(names(likely('time', all, 1000))).toEqual(['Zeitpkt.'])
})

test('names that say nothing: texts with spaces for the query, short ones that come again for the person', () => {
  const all = [
    column('a', 'text', 300, 'xxxxx xxx'),
    column('b', 'number', 40, '9999'),
    column('c', 'text', 1000, 'xx-9999'),
    column('d', 'url', 30, 'xxxxx://xxx'),
    column('e', 'time', 900, '9999-99-99'),
  ]
  expect(names(likely('user', all, 1000))).toEqual(['b']) // one of its own in every row is the number of an event
  expect(names(likely('query', all, 1000))).toEqual(['a', 'c'])
  expect(names(likely('time', all, 1000))).toEqual(['e'])
  expect(names(likely('url', all, 1000))).toEqual(['d'])
})

test("a shop's export: moments counted in milliseconds are a time, and no person", () => {
  const all = [
    column('event.id', 'number', 1000, '9999'),
    column('visitor.visitorId', 'text', 159, 'x9'),
    column('visitor.phone', 'number', 159, '9999999999'),
    column('payload.phrase', 'text', 120, 'xxxx xxx'),
    column('occurred', 'number', 900, '9999999999999'),
  ]
  expect(names(likely('time', all, 1000))).toEqual(['occurred'])
  expect(names(likely('user', all, 1000))).toEqual(['visitor.visitorId', 'visitor.phone'])
  expect(names(likely('query', all, 1000))).toEqual(['payload.phrase'])
  expect(names(likely('time', all.slice(0, 4), 1000))).toEqual([])
})

test("a ward's search: who asked before the visit in which they did, and no role that many have", () => {
  const all = [
    column('session', 'text', 60, '99xx99xx'),
    column('staff.no', 'text', 50, 'x99999'),
    column('staff.role', 'text', 2, 'xxxxx'),
  ]
  expect(names(likely('user', all, 1000))).toEqual(['staff.no', 'session'])
})

test('a catalogue without persons: neither hits nor branches are taken for them', () => {
  const all = [column('Treffer', 'number', 852, '9999'), column('Bibliothek', 'text', 3, 'xxxx')]
  expect(likely('user', all, 1000)).toEqual([])
})
