import { describe, expect, test } from 'vitest'
import { databaseAddress, fileOf, isAddress, keepable, labelOf, sayable, secretsOf } from './address.js'

const SECRET = 'zebra-kiwi'

describe('an address', () => {
  test.each([
    'sqlite:a.db',
    'duckdb:a.db?table=t',
    'postgres://h/db',
    's3://b/k',
    'HTTPS://h/x',
    'mysql://h/db',
    'http:/h/x',
    's3:me@b/k',
    'jdbc:postgresql://h/db',
    ' postgres://h/db',
  ])('%s is one', (arg) => expect(isAddress(arg)).toBe(true))

  test.each(['log.tsv', './a:b.tsv', 'C:\\log.tsv', '/x/http.log', '-', 'aol:2006.txt', 'http:2006.txt'])(
    '%s is the name of a file',
    (arg) => expect(isAddress(arg)).toBe(false),
  )

  test.each([
    [`postgres://me:${SECRET}@h:5433/db?table=log`, 'postgres://h:5433/db?table=log'],
    [`postgres://h/db?password=${SECRET}&table=log`, 'postgres://h/db?table=log'],
    [`postgres://h/db?table=log&password=${SECRET}`, 'postgres://h/db?table=log'],
    [`postgres://h/db?query=SELECT '&table=${SECRET}'`, 'postgres://h/db?query=...'],
    ['postgres:///db?host=/run/postgresql&table=log', 'postgres:///db?table=log'],
    [`postgres://me:${SECRET}@:x/db`, 'postgres://...'],
    [`postgres://me:12?${SECRET}@h/db`, 'postgres://...'],
    [`https://me:${SECRET}@h/log.csv.gz?sig=${SECRET}#${SECRET}`, 'https://h/log.csv.gz'],
    [`mysql://me:${SECRET}@h/db`, 'mysql://h/db'],
    [`http:/me:${SECRET}@h/log.csv`, 'http://h/log.csv'],
    [`postgres:/me:${SECRET}@h/db`, 'postgres://...'],
    [`postgres:me:${SECRET}@h/db`, 'postgres://...'],
    [`s3:/me:${SECRET}@bucket/key`, 's3://...'],
    [`jdbc:postgresql://me:${SECRET}@h/db`, 'jdbc://...'],
    [` postgres://me:${SECRET}@h/db?table=log`, 'postgres://h/db'],
    [`s3://${SECRET}:x@bucket/key`, 's3://bucket/key'],
    [`sqlite:a.db?query=SELECT '${SECRET}'`, 'sqlite:a.db?query=...'],
    ['s3://bucket/logs/day?.tsv', 's3://bucket/logs/day?.tsv'],
    ['sqlite:a.db?table=log', 'sqlite:a.db?table=log'],
  ])('%s is shown as %s', (arg, label) => {
    expect(labelOf(arg)).toBe(label)
    expect(sayable(arg)).toBe(label)
  })

  test.each([
    [`postgres://me:${SECRET}@h/db?password=${SECRET}&query=SELECT 1 & 2`, 'postgres://me@h/db?query=SELECT 1 & 2'],
    [`postgres://h/db?table=log&password=${SECRET}`, 'postgres://h/db?table=log'],
    [`https://me:${SECRET}@h/log.csv?sig=${SECRET}`, 'https://h/log.csv'],
    ['sqlite:a.db?query=SELECT 1', 'sqlite:a.db?query=SELECT 1'],
    ['log.tsv', 'log.tsv'],
  ])('%s is kept as %s', (arg, kept) => expect(keepable(arg)).toBe(kept))

  test('holds secrets', () => {
    expect(secretsOf(`postgres://me:${SECRET}@h/db?query=SELECT 1`)).toEqual([SECRET, 'query=SELECT 1'])
    expect(secretsOf(`postgres://me:${SECRET}@h/db?table=log`)).toEqual([SECRET])
    expect(secretsOf(`jdbc:postgresql://me:${SECRET}@h/db`)).toEqual([SECRET])
    expect(secretsOf('postgres://lethe@h/db?table=log')).toEqual([])
    expect(secretsOf('https://h/log.csv')).toEqual([])
    expect(secretsOf('s3://bucket/day?.tsv')).toEqual([])
    expect(secretsOf('log.tsv?x=12345')).toEqual([])
  })

  test('says what is asked of a database', () => {
    expect(databaseAddress('sqlite:a.db?query=SELECT a%20b&c#d')).toEqual({
      place: 'sqlite:a.db',
      ask: { query: 'SELECT a b&c#d' },
      settings: [],
    })
    expect(databaseAddress('postgres://h/db?sslmode=require&table=s.t')).toEqual({
      place: 'postgres://h/db',
      ask: { table: 's.t' },
      settings: ['sslmode=require'],
    })
    expect(databaseAddress('sqlite:a.db?table=').ask).toBeUndefined()
    expect(() => databaseAddress('sqlite:a.db?table=a&query=SELECT 1')).toThrow('both a table and a query')
    expect(() => databaseAddress("sqlite:a.db?query=SELECT '%zz'")).toThrow('% that stands for nothing')
  })

  test('names a file beside here or anywhere', () => {
    expect(fileOf('sqlite:logs/a.db?table=t')).toBe('logs/a.db')
    expect(fileOf('sqlite:/x/a%20b.db')).toBe('/x/a b.db')
    expect(fileOf('sqlite:///x/a.db?query=SELECT 1')).toBe('/x/a.db')
  })
})
