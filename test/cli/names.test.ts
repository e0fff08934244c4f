import { describe, expect, test } from 'vitest'
import { methodNames } from '../../src/methods/index.js'
import { lethe } from '../support/program.js'

describe('a name that is none', () => {
  test.each([
    [['toString'], /^lethe: there is no verb 'toString'\nlethe --help lists them\.\n$/],
    [['__proto__'], /^lethe: there is no verb '__proto__'\n/],
    [['relase', 'rare-queries', '--k', '5'], /^lethe: there is no verb 'relase'\nDid you mean release\? /],
    [['help', 'mesure'], /^lethe: there is no verb 'mesure'\nDid you mean measure\? /],
    [
      ['release', 'rare-querys', 'log', '--k', '5'],
      /^lethe: there is no method 'rare-querys'\nDid you mean rare-queries\? /,
    ],
    [['release', '-o', 'x', '--epsilon', '1', 'zealus', 'log'], /no method 'zealus'\nDid you mean zealous\? /],
    [['release', 'rare', '--k', '5'], /no method 'rare'\nDid you mean rare-queries\? /],
    [['release', '--k', '5'], /^lethe: no method was named\nName one of /],
    [['release', 'nonsense', 'log', '--k', '5'], /no method 'nonsense'\nName one of /],
    [['release', '--plan', 'google-eu', 'log', '--k', '5'], /unknown option '--k'/],
    [['release', 'rare-queries', 'log', '--kk', '5'], /unknown option '--kk'/],
    [['attack', 'link-record', 'x', '--records', '3'], /no attack 'link-record'\nDid you mean link-records\? /],
    [['attack', 'canarys', 'x', '--k', '3'], /no attack 'canarys'\nDid you mean canaries\? /],
    [['attack', 'canaries', 'x', '--method', 'zealos', '--m', '3'], /no method 'zealos'\nDid you mean zealous\? /],
    [['methods', 'zealos'], /no method 'zealos'\nDid you mean zealous\? /],
    [['attacks', 'canarys'], /no attack 'canarys'\nDid you mean canaries\? /],
    [['measures', 'keep'], /no measure 'keep'\nDid you mean kept\? /],
  ])('%j is answered with a guess, where there is one', (words, says) => {
    const { status, stderr } = lethe(...words)
    expect(stderr).toMatch(says)
    expect(stderr).not.toContain('internal fault')
    expect(status).toBe(2)
  })
})

describe('lethe help', () => {
  test.each([['release'], ['release', 'rare-queries'], ['attack', 'link-records'], ['peer', 'start'], ['inspect']])(
    '%s %s is the whole help of the verb',
    (...words) => {
      const help = lethe('help', ...words)
      expect(help.stdout).toBe(lethe(...words, '--help').stdout)
      expect([help.status, help.stderr]).toEqual([0, ''])
      expect(help.stdout).toMatch(/--/)
    },
  )
  test('alone lists the verbs', () => {
    expect(lethe('help').stdout).toBe(lethe('--help').stdout)
  })
})

describe('lethe methods', () => {
  test('tells what each promises; what must be chosen stands there by its name', () => {
    const { stdout } = lethe('methods')
    expect(stdout.match(/^ {2}guarantee: .+/gm)).toHaveLength(methodNames().length)
    expect(stdout).toMatch(
      /^rare-queries\n.*\n {2}guarantee: Every query in this release was asked by at least k distinct/m,
    )
    expect(stdout).toMatch(/^zealous\n.*\n {2}guarantee: \(epsilon, delta\)-differential privacy: /m)
    expect(stdout).toMatch(/^scrub\n.*\n {2}guarantee: Nothing is promised\.$/m)
  })

  test('NAME shows one', () => {
    const { stdout } = lethe('methods', 'secret-shares')
    expect(stdout).toMatch(/^secret-shares\n/)
    expect(stdout).toContain('only if at least t distinct persons asked it')
    expect(stdout).not.toContain('zealous')
  })

  test('--json', () => {
    const all = JSON.parse(lethe('methods', '--json').stdout) as { name: string }[]
    expect(all.map(({ name }) => name)).toEqual(methodNames())
    const one = JSON.parse(lethe('methods', 'km-deletion', '--json').stdout)
    expect(one).toMatchObject({
      name: 'km-deletion',
      guarantee: { kind: 'k-m', sentence: expect.stringMatching(/at least k distinct persons/) },
      params: { k: { type: 'whole' } },
    })
    expect(all).toContainEqual(one)
  })
})

test('lethe attacks NAME and measures NAME show one', () => {
  expect(lethe('attacks', 'link-records').stdout).toMatch(/^link-records \(attack\)\n[\s\S]*attacker: archivist/)
  expect(JSON.parse(lethe('attacks', 'audit-dp', '--json').stdout)).toMatchObject({ name: 'audit-dp', kind: 'trial' })
  expect(lethe('measures', 'pel').stdout).toMatch(/^pel \(privacy\)\n/)
  expect(JSON.parse(lethe('measures', 'pel', '--json').stdout)).toMatchObject({ name: 'pel', side: 'privacy' })
})
