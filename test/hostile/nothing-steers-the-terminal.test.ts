import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { print, printJson, printStyled } from '../../src/cli/common.js'
import { readGrid } from '../../src/plans/grid.js'
import { readPlan } from '../../src/plans/plan.js'
import { colouredVerdict, verdictText } from '../../src/report/verdict.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

/** What reaches standard output. */
function written(work: () => void): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    work()
    return write.mock.calls.map(([chunk]) => String(chunk)).join('')
  } finally {
    write.mockRestore()
  }
}

afterEach(() => vi.unstubAllEnvs())

/** Escape sequences, C1 controls, bell, backspace, return, bidirectional marks, tags, and line separators. */
const STEERS = [
  '\x1b[2J',
  '\x1b]0;pwn\x07',
  '\x9b2J',
  '\b',
  '\r',
  '\x7f',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u{e0041}',
  '\u2028',
]
const control = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

describe('text of others', () => {
  test.each(STEERS)('reaches the terminal without %j', (code) => {
    expect(written(() => print(`mark-user failed: --within names '${code}'`, 'next'))).not.toMatch(control)
    const json = written(() => printJson({ name: code, list: [code] }))
    expect(json).not.toMatch(control)
    expect(JSON.parse(json)).toEqual({ name: code, list: [code] })
  })

  test('whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (lines) => {
        expect(written(() => print(...lines)).replaceAll('\t', '')).not.toMatch(control)
        const json = written(() => printJson(lines))
        expect(json).not.toMatch(control)
        expect(JSON.parse(json)).toEqual(lines)
      }),
    )
  })

  test('what can be read stays as it is, line by line', () => {
    expect(written(() => print('größer', 'two\nlines\tand a column', ''))).toBe('größer\ntwo\nlines\tand a column\n\n')
  })
})

test('colours of ours pass, on our marks alone', () => {
  vi.stubEnv('FORCE_COLOR', '1')
  const forged = '\x1b[32mholds  \x1b[39m'
  const text = verdictText({
    holds: false,
    checks: [
      { name: 'form', holds: true, detail: forged },
      { name: `${forged}\nholds  `, holds: false, detail: 'holds  ' },
    ],
  })
  const seen = written(() => printStyled(colouredVerdict, text))
  expect(seen.split('\n').map((line) => line.split('\x1b').length - 1)).toEqual([2, 2, 0, 0])
  expect(seen).toMatch(/^\x1b\[32mholds {2}\x1b\[39m.*\n\x1b\[31mFAILS {2}\x1b\[39m/)
})

test('what YAML would warn of in its own words is an error of ours', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  const plan = next('plan.yaml')
  writeFileSync(plan, 'steps: !!js/function "function(){}"\n')
  await expect(readPlan(plan)).rejects.toMatchObject({ name: 'LetheError', code: 'input' })
  const grid = next('grid.yaml')
  writeFileSync(grid, 'grid: [!odd {method: rare-queries, k: 5}]\n')
  await expect(readGrid(grid)).rejects.toMatchObject({ name: 'LetheError', code: 'input' })
  writeFileSync(
    plan,
    `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(',')}]\n`).join('')}steps: *a9\n`,
  )
  await expect(readPlan(plan)).rejects.toMatchObject({ name: 'LetheError', code: 'input' })
  expect(warned).not.toHaveBeenCalled()
  writeFileSync(plan, 'steps: [{method: rare-queries, k: 5}]\n')
  expect((await readPlan(plan)).steps).toEqual([{ method: 'rare-queries', params: { k: 5 } }])
  warned.mockRestore()
})
