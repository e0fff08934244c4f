import { describe, expect, test } from 'vitest'
import { COLUMNS } from './kept.js'
import { BEHIND, LEVELS, TABLE_5 } from './paper.js'

/** What random deletion leaves by Tables 5 and 6, level by level. */
const leftByRandom = (column: 'users' | 'logsize', behind: 'users' | 'logsize') =>
  LEVELS.map((_, i) => TABLE_5[i]![COLUMNS.indexOf(column)]! - BEHIND[behind][i]![0])

describe('[Burghardt] Table 6 with the headings of users and log size exchanged', () => {
  test('as read here, random leaves something at every level', () => {
    expect(Math.min(...leftByRandom('users', 'users'), ...leftByRandom('logsize', 'logsize'))).toBeGreaterThan(0)
  })

  test('as printed, it would leave less than nothing of the log', () => {
    expect(leftByRandom('logsize', 'users')).toEqual([43, 17, 9, 2, -9, 35, 13, 6, 0, -10])
  })

  test('m makes no difference to users, as in Table 5', () => {
    const column = COLUMNS.indexOf('users')
    for (const i of [0, 1, 2, 3, 4]) {
      expect(TABLE_5[i]![column]).toBe(TABLE_5[i + 5]![column])
      expect(BEHIND.users[i]).toEqual(BEHIND.users[i + 5])
    }
  })
})
