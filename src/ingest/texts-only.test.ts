import { describe, expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { badRows, read } from '../../test/support/read.js'

const HEADER = 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n'
const GOOD = Array.from(
  { length: 20 },
  (_, i) => `u${i}\ttea\t2006-03-01 10:00:0${i % 10}\t1\thttp://a.example\n`,
).join('')

describe('only texts are kept', () => {
  test.each([
    ['nothing odd', ''],
    ['a time that is none', 'u1\tcake\tyesterday\t1\thttp://a.example\n'],
    ['a time without end', 'u1\tcake\tinfinity\t1\thttp://a.example\n'],
    ['a rank that is no number', 'u1\tcake\t2006-03-01 10:00:00\tfirst\thttp://a.example\n'],
    ['a URL in a broken encoding', Buffer.from('u1\tcake\t2006-03-01 10:00:00\t1\thttp://\xff\n', 'latin1')],
    ['no user', '\tcake\t2006-03-01 10:00:00\t1\thttp://a.example\n'],
  ])('%s: the same rows are good and bad', async (_, row) => {
    const content = Buffer.concat([Buffer.from(HEADER + GOOD), Buffer.from(row)])
    const path = new Bench().file('log.tsv', content)
    const whole = await read([path], { maxBad: 1 })
    const texts = await read([path], { maxBad: 1, textsOnly: true })
    expect(badRows(texts.source)).toEqual(badRows(whole.source))
    expect(texts.rows).toEqual(whole.rows.map((all) => ({ ...all, time: null, rank: null, url: null })))
    expect(texts.log.has).toMatchObject({ user: true, time: false, rank: false, url: false })
  })

  test('times are kept where prefixes are folded by them', async () => {
    const path = new Bench().file('log.tsv', HEADER + GOOD)
    const { log } = await read([path], { textsOnly: true, collapsePrefixes: 5 })
    expect(log.has.time).toBe(true)
  })
})
