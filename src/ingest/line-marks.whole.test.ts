import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import { scratch } from '../../test/support/scratch.js'
import { lineMarks, linesBefore, someLines } from './line-marks.js'

const { dir } = scratch()

function put(text: string) {
  const path = join(dir, 'lines')
  writeFileSync(path, text, 'latin1')
  return { path, label: 'lines', compression: 'none' as const }
}

/** What a reader line by line says. */
function plainly(text: string, columns: number) {
  const lines = text.split('\n')
  const ended = lines.pop() ?? ''
  const filled = [...lines.filter((line) => line !== '' && line !== '\r'), ...(ended === '' ? [] : [ended])]
  const off = filled.map((line) => Math.abs(line.split('\t').length - columns))
  return {
    lines: filled.length,
    misfits: off.filter((n) => n > 0).length,
    weight: filled.reduce(
      (sum, line, i) => sum + (off[i] || line.length >= 65536 ? line.length * Math.max(1, off[i]!) : 0),
      0,
    ),
  }
}

const line = fc.constantFrom(
  '',
  '\r',
  'a\tb\tc',
  'a\tb',
  '\t\t',
  'x'.repeat(61),
  `a\tb\t${'c'.repeat(70)}\r`,
  '\t'.repeat(130),
  'y'.repeat(70_000),
)

test('lines are counted as by a reader that splits them, wherever pieces end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.constantFrom(1, 30, 3000),
      fc.boolean(),
      async (some, times, ended) => {
        const one = some.join('\n')
        const text =
          Array(Math.ceil(Math.min(times, 6e6 / (one.length + 1))))
            .fill(one)
            .join('\n') + (ended ? '\n' : '')
        const file = put(text)
        const marks = await lineMarks(file, '\t', 3)
        expect(marks).toMatchObject({ ...plainly(text, 3), bytes: text.length })
        const handle = await open(file.path)
        for (const share of [0, 0.1, 0.5, 0.77, 0.999]) {
          const start = text.lastIndexOf('\n', Math.floor(share * text.length)) + 1
          if (start >= text.length) continue
          expect(await linesBefore(handle, marks, start)).toBe(plainly(text.slice(0, start), 3).lines)
          if (text[start] !== '\n') expect(await linesBefore(handle, marks, start + 1)).toBeUndefined()
        }
        await handle.close()
      },
    ),
    runs(15),
  )
})

test('some lines are whole lines from all parts', async () => {
  const text = Array.from({ length: 60_000 }, (_, i) => `${i}\t${'z'.repeat(i % 50)}\n`).join('')
  const file = put(text)
  const marks = await lineMarks(file, '\t', 2)
  const numbers: number[] = []
  for await (const found of someLines(file, marks)) {
    const [n, z] = found.toString('latin1').split('\t')
    expect(z).toBe('z'.repeat(Number(n) % 50))
    numbers.push(Number(n))
  }
  expect(numbers.length).toBeGreaterThan(100)
  for (const part of [0, 1, 2, 3, 4]) expect(numbers.some((n) => Math.floor(n / 12_000) === part)).toBe(true)
})
