import { createHash, createHmac } from 'node:crypto'
import * as d from '../../src/engines/dialect/index.js'
import type { Sql } from '../../src/engines/engine.js'

/** Tables that the cases read. */
export async function tablesOfCases(engine: Sql): Promise<void> {
  await engine.append(
    'letters',
    ['l', 'g'],
    [
      [
        ['c', 'a', 'b', null],
        ['x', 'x', 'y', 'y'],
      ],
    ],
  )
  await engine.materialise('empty', d.noRows({ a: 'text', b: 'long' }))
  await engine.append('others', ['l'], [[['a', 'a', 'z']]])
  const fields = engine.name === 'duckdb' ? `{'a': 1, 'b': 2}` : `named_struct('a', 1, 'b', 2)`
  await engine.materialise('fields', `SELECT ${fields} AS r`)
}

/** A SELECT and what its rows are, values with commas between. */
type Case = readonly [sql: string, rows: readonly string[]]
const value = (sql: string, is: string): Case => [`SELECT ${sql}`, [is]]
const times = `TIMESTAMP '2024-03-10 23:30:00'`
const code = (digits: string) => d.cast(digits, 'code64')
const key = new Uint8Array(32).fill(7)
const hmac = (of: string) => createHmac('sha256', key).update(of).digest('hex').slice(0, 32)

/** At least one for each function; a new one is not forgotten. */
export const CASES: Readonly<Record<keyof typeof d, readonly Case[]>> = {
  name: [[`SELECT ${d.name('a"b')} FROM (SELECT 1 AS "a""b")`, ['1']]],
  names: [[`SELECT ${d.names(['a', 'b'])} FROM (SELECT 1 AS a, 2 AS b)`, ['1,2']]],
  text: [value(d.text(`it's \\n`), `it's \\n`)],
  cast: [
    value(d.cast(`'7'`, 'integer'), '7'),
    value(d.cast(times, 'day'), '2024-03-10'),
    value(`${d.cast('3', 'double')} / 2`, '1.5'),
  ],
  isOneOf: [
    value(String(d.isOneOf(['text', 'bytes'], 'BLOB')), 'true'),
    value(String(d.isOneOf(['text'], 'BLOB')), 'false'),
  ],
  tryCast: [
    value(d.tryCast(`'x'`, 'integer'), 'null'),
    value(d.tryCast(`'12'`, 'long'), '12'),
    value(d.tryCast(`'3000000000'`, 'integer'), 'null'),
    value(d.tryCast(`'2006-02-28 24:00'`, 'time'), '2006-03-01 00:00:00'),
    value(d.tryCast(`'2006-12-31T24:00:00.00 '`, 'time'), '2007-01-01 00:00:00'),
    value(d.inZone(d.tryCast(`'2006-12-31 24:00:00+01'`, 'instant'), 'UTC'), '2006-12-31 23:00:00'),
    ...['24:00:01', '24:01', '25:00', '24:00:00.5', '24:00:000'].map((clock) =>
      value(d.tryCast(`'2006-12-31 ${clock}'`, 'time'), 'null'),
    ),
  ],
  none: [value(`${d.none('text')} IS NULL`, 'true')],
  textOf: [
    value(d.textOf('7', 'INTEGER'), '7'),
    value(d.textOf(`unhex('6100225CFF7E')`, 'BLOB'), 'a\\x00\\x22\\x5C\\xFF~'),
    ...[
      '12345678.0',
      '1141171200.5',
      '9007199254740992.0',
      '1e+16',
      '1.25e+300',
      '0.0005',
      '0.0001',
      '1e-05',
      '-1.5e-07',
      '-0.0',
      '0.0',
      '0.1',
      'nan',
      '-inf',
    ].map((written) => value(d.textOf(d.cast(`'${written}'`, 'double'), 'DOUBLE'), written)),
  ],
  orNull: [value(d.cast(d.orNull(d.fromSeconds(`CAST('nan' AS DOUBLE)`)), 'text'), 'null')],
  fullMatch: [
    value(d.fullMatch(`'ab'`, 'a'), 'false'),
    value(d.fullMatch(`'ab'`, 'a|ab'), 'true'),
    value(d.fullMatch(`'a' || chr(10)`, 'a'), 'false'),
    value(d.fullMatch(d.none('text'), 'a'), 'null'),
    value(d.fullMatch(`'it''s'`, `it's`), 'true'),
  ],
  replaceAll: [value(d.replaceAll(`'a1b22'`, '\\d+', '_'), 'a_b_')],
  replaceFirst: [value(d.replaceFirst(`'a1b22'`, '(\\d)', '<\\1>'), 'a<1>b22')],
  extract: [value(d.extract(`'x=12'`, '=(\\d)', 1), '1'), value(d.extract(`'x'`, '=(\\d)', 1), '')],
  extractAll: [value(d.joined(d.extractAll(`'tea, éclair!'`, '\\p{L}+'), '|'), 'tea|éclair')],
  startsWith: [value(d.startsWith(`'tea'`, `'te'`), 'true')],
  endsWith: [value(d.endsWith(`'tea'`, `'te'`), 'false')],
  withoutLast: [value(d.withoutLast(`'1.0'`, 2), '1'), value(d.withoutLast(`'é日😀'`, 1), 'é日')],
  bytesIn: [value(d.bytesIn(`'é'`), '2')],
  sizeOf: [value(d.sizeOf(`unhex('00ff')`), '2')],
  nfc: [value(d.nfc(`'é'`), 'é')],
  inUrl: [value(d.inUrl(`'aZ0-._~'`), 'aZ0-._~'), value(`${d.inUrl(`'é'`)} = 'é'`, 'false')],
  urlParameter: [
    value(d.urlParameter(`'/s?a=1&q=blue+sh%C3%B6es#x'`, 'q'), 'blue shöes'),
    value(d.urlParameter(`'/s?aq=1'`, 'q'), ''),
    value(d.urlParameter(`'/s?q=%FC'`, 'q'), ''),
  ],
  listOf: [value(d.joined(d.listOf([`'a'`, `'b'`]), ','), 'a,b')],
  split: [value(d.joined(d.split(`'a  b'`, ' '), '|'), 'a||b')],
  joined: [value(d.joined(d.listOf([`'a'`, `'b'`]), `'`), `a'b`)],
  upTo: [[`SELECT ${d.each(d.upTo('3'))}`, ['0', '1', '2']]],
  each: [[`SELECT ${d.each(d.split(`'b a'`, ' '))}`, ['b', 'a']]],
  eachPlaced: [
    [`SELECT ${d.eachPlaced('l', 'item', 'place')} FROM (SELECT ${d.split(`'b a'`, ' ')} AS l)`, ['b,1', 'a,2']],
  ],
  mapped: [value(d.joined(d.mapped(d.split(`'b a'`, ' '), 't', `t || 'x'`), ' '), 'bx ax')],
  only: [value(d.joined(d.only(d.split(`'b  a'`, ' '), 't', `t <> ''`), ' '), 'b a')],
  once: [value(d.joined(d.sorted(d.once(d.split(`'b a b'`, ' '))), ' '), 'a b')],
  sorted: [value(d.joined(d.sorted(d.split(`'b a C'`, ' ')), ' '), 'C a b')],
  chained: [value(d.joined(d.chained([d.listOf([`'a'`]), d.listOf([`'b'`, `'c'`])]), ''), 'abc')],
  lengthOf: [value(d.lengthOf(d.split(`'a b'`, ' ')), '2')],
  itemAt: [value(d.itemAt(d.split(`'a b'`, ' '), 2), 'b'), value(d.itemAt(d.split(`'a b'`, ' '), 3), 'null')],
  firstOf: [
    value(d.joined(d.firstOf(d.split(`'a b c'`, ' '), 2), '|'), 'a|b'),
    value(d.joined(d.firstOf(d.split(`'a'`, ' '), 2), '|'), 'a'),
  ],
  tails: [value(d.joined(d.tails(d.split(`'www.a.org'`, '.'), '.'), ' '), 'www.a.org a.org org')],
  runs: [
    value(d.joined(d.runs(d.split(`'a b c'`, ' '), 2), '|'), 'a b|b c'),
    value(d.joined(d.runs(d.split(`'a b c'`, ' '), 1), '|'), 'a|b|c'),
    value(d.lengthOf(d.runs(d.split(`'a b c'`, ' '), 4)), '0'),
  ],
  inZone: [value(d.inZone(d.cast(`'2024-03-10 23:30:00+00'`, 'instant'), 'Asia/Tokyo'), '2024-03-11 08:30:00')],
  fromUtc: [
    value(d.cast(d.fromUtc(times, 'Asia/Tokyo'), 'day'), '2024-03-11'),
    value(d.cast(d.fromUtc(`TIMESTAMP '2024-03-10 06:59:00'`, 'America/New_York'), 'text'), '2024-03-10 01:59:00'),
  ],
  readTime: [
    value(d.readTime(`'3.4.2006 5:06'`, '%d.%m.%Y %H:%M'), '2006-04-03 05:06:00'),
    value(d.readTime(`'[10/Oct/2000:13:55:36]'`, '[%d/%b/%Y:%H:%M:%S]'), '2000-10-10 13:55:36'),
    value(d.readTime(`'14.03.69 7:05'`, '%d.%m.%y %H:%M'), '1969-03-14 07:05:00'),
    value(d.readTime(`'680314070500'`, '%y%m%d%H%M%S'), '2068-03-14 07:05:00'),
    value(d.readTime(`'x'`, '%Y'), 'null'),
  ],
  fromSeconds: [value(d.inZone(d.fromSeconds('1'), 'UTC'), '1970-01-01 00:00:01')],
  toSeconds: [value(d.toSeconds(`TIMESTAMP '1970-01-02 00:00:00.5'`), '86400.5')],
  span: [
    value(`${times} + ${d.span(90, 'minute')}`, '2024-03-11 01:00:00'),
    value(`${times} - ${times} <= ${d.span(0, 'second')}`, 'true'),
  ],
  startOf: [
    value(d.cast(d.startOf('hour', times), 'text'), '2024-03-10 23:00:00'),
    value(d.cast(d.startOf('week', times), 'day'), '2024-03-04'),
  ],
  daysBetween: [value(d.daysBetween(`DATE '1970-01-01'`, `DATE '1970-02-01'`), '31')],
  secondsBetween: [value(d.secondsBetween(`TIMESTAMP '2024-03-10 23:29:00'`, times), '60')],
  semiJoin: [[`SELECT l FROM letters ${d.semiJoin('others', 'USING (l)')}`, ['a']]],
  antiJoin: [
    [`SELECT l FROM letters a ${d.antiJoin('others b', 'ON a.l = b.l')} ORDER BY l NULLS LAST`, ['b', 'c', 'null']],
  ],
  // Without gaps on the embedded engine alone.
  rowNumber: [
    [`SELECT l FROM letters ORDER BY ${d.rowNumber('letters')}`, ['c', 'a', 'b', 'null']],
    [`SELECT count(DISTINCT ${d.rowNumber()}) FROM letters`, ['4']],
  ],
  allBut: [[`SELECT ${d.allBut(['g'])} FROM letters WHERE l = 'a'`, ['a']]],
  allWith: [
    [`SELECT l, g FROM (SELECT ${d.allWith([`'q' AS l`], 'letters')} FROM letters WHERE l = 'a')`, ['q,x']],
    [`SELECT ${d.allWith(['1 AS g'])} FROM letters WHERE l = 'a'`, ['a,1']],
  ],
  tuple: [
    value(`${d.tuple(['1', `'b'`])} < ${d.tuple(['1', `'c'`])}`, 'true'),
    value(`${d.tuple(['2', `'a'`])} < ${d.tuple(['1', `'c'`])}`, 'false'),
    value(`${d.tuple([`'z'`, '1'])} < ${d.tuple([d.none('text'), '1'])}`, 'true'),
  ],
  madeOnce: [[`WITH ${d.madeOnce('t', 'SELECT random() AS r')} SELECT a.r = b.r FROM t a, t b`, ['true']]],
  noRows: [['SELECT count(*), count(a), count(b) FROM empty', ['0,0,0']]],
  sampleOf: [[`SELECT count(*) FROM (SELECT 1 FROM ${d.sampleOf('letters', 2)})`, ['2']]],
  fieldsIn: [[`SELECT ${d.fieldsIn('r')} FROM fields`, ['1,2']]],
  anyOf: [[`SELECT ${d.anyOf('l')} FROM letters WHERE g = 'y'`, ['b']]],
  whereGreatest: [
    [
      `SELECT ${d.whereGreatest('g', ['l'])}, ${d.whereGreatest('l', ['g', 'l'])} FROM letters WHERE l IS NOT NULL`,
      ['x,b'],
    ],
  ],
  whereSmallest: [[`SELECT ${d.whereSmallest('g', 'l')} FROM letters`, ['x']]],
  nthSmallest: [[`SELECT ${d.nthSmallest('l', 2)}, ${d.nthSmallest('l', 4)} FROM letters`, ['b,null']]],
  some: [[`SELECT ${d.some(`l = 'a'`)} FROM letters`, ['true']]],
  every: [[`SELECT ${d.every(`l = 'a'`)} FROM letters`, ['false']]],
  joinedInOrder: [[`SELECT ${d.joinedInOrder('l', ',')} FROM letters`, ['a,b,c']]],
  median: [[`SELECT ${d.median('n')} FROM (VALUES (1), (9), (2)) t(n)`, ['2']]],
  isJson: [value(d.isJson(`'[1]'`), 'true'), value(d.isJson(`'[1'`), 'false')],
  isObject: [
    value(d.isObject(`'{"a": 1}'`), 'true'),
    value(d.isObject(`'[1]'`), 'false'),
    value(d.isObject(`'{'`), 'false'),
    // Not what a reader that is kind takes for one.
    ...[`{"a":1},`, `{"a":1} {"a":2}`, `{"a":1}//`, `{''a'':1}`, `{"a":"x\ty"}`, `{"a":01}`, `{"a":1`, '', 'null'].map(
      (line) => value(d.isObject(`'${line}'`), 'false'),
    ),
    ...[`"\\ud800"`, `"\\udc00"`, `"\\\\\\ud800x"`].map((half) => value(d.isObject(`'{"a":${half}}'`), 'false')),
    ...[`"\\ud83d\\ude00"`, `"\\\\ud800"`, `{"b":[1]}`, `1, "a": 2`, `"it''s"`, `"''", "a": 2`].map((whole) =>
      value(d.isObject(`' {"a":${whole}} '`), 'true'),
    ),
  ],
  valuesAt: [
    value(d.valuesAt(`'{"a": {"b": "x"}}'`, '$.a.b'), 'x'),
    value(d.itemAt(d.valuesAt(`'{"a": {"b": 2.0}}'`, ['/a', '/a/b']), 2), '2.0'),
    value(
      d.joined(d.valuesAt(`'{"a": 1141171200.5, "b": "1.5E9", "c": 1e3, "d": 1.10}'`, ['/a', '/b', '/c', '/d']), ' '),
      '1141171200.5 1.5E9 1000.0 1.1',
    ),
    value(
      d.joined(
        d.valuesAt(`'{"it''s": 1, "a?": 2, "a.b": 3, "a b": 4, "a[": 5}'`, [`/it's`, '/a?', '/a.b', '/a b', '/a[']),
        ' ',
      ),
      '1 2 3 4 5',
    ),
  ],
  isAt: [
    value(d.isAt(`'{"a": {"b": 2.0}}'`, '$.a.b', ['fraction']), 'true'),
    value(d.isAt(`'{"a": 1}'`, '/b', ['text']), 'null'),
    value(d.isAt(`'{"a": [1], "b": "x"}'`, '/a', ['object', 'list']), 'true'),
    value(d.isAt(`'{"b": "x"}'`, '/b', ['object', 'list']), 'false'),
  ],
  keysOf: [value(d.joined(d.keysOf(`'{"a": 1, "b": 2, "a": 3}'`), ','), 'a,b,a')],
  rowAsJson: [
    [
      `SELECT ${d.rowAsJson('r')} FROM (SELECT 1 AS a, ${d.listOf([`'x'`, 'NULL'])} AS b) AS r`,
      ['{"a":1,"b":["x",null]}'],
    ],
  ],
  fieldOf: [[`SELECT ${d.fieldOf('r', 'b')} FROM fields`, ['2']]],
  hmacSql: [value(d.hmacSql(key, `'tea'`), hmac('tea')), value(d.hmacSql(key, `'é' || chr(0)`), hmac('é\0'))],
  digitsSql: [
    value(d.digitsSql(`'00ff10'`, 2, 2), '255'),
    value(d.digitsSql(`'0000000100000000'`, 0, 16), String(2 ** 32)),
  ],
  sha256Sql: [
    value(d.sha256Sql(`'größe'`), createHash('sha256').update('größe').digest('hex')),
    value(d.sha256Sql(d.none('text')), 'null'),
  ],
  universalHash: [
    // ((2^32 + 2) * 3 + (5 * 2^32 + 2^32 - 1)) >> 32, and its lower half
    value(d.universalHash([code('1'), code('2')], [code('5'), code('4294967295')], code('3')), '9'),
    value(d.universalHash([code('4294967295'), code('0')], [code('0'), code('0')], code('4294967295')), '1'),
  ],
  twoInOne: [value(d.twoInOne('1', d.cast('2', 'code32')), String(2 ** 32 + 2))],
  hashOf: [
    value(
      `${d.hashOf(['1', `'a'`])} = ${d.hashOf(['1', `'a'`])} AND ${d.hashOf(['1', `'a'`])} <> ${d.hashOf(['1', `'b'`])}`,
      'true',
    ),
  ],
  fromHex: [value(`hex(${d.fromHex(`'00ff'`)})`, '00FF'), value(d.fromHex(`'x'`), 'null')],
}

/** The rows of a query, values with commas between. */
export async function rowsAsText(engine: Sql, sql: string): Promise<string[]> {
  const found: string[] = []
  for await (const batch of engine.stream(sql))
    for (let i = 0; i < (batch[0]?.length ?? 0); i++) found.push(batch.map((column) => String(column[i])).join(','))
  return found
}
