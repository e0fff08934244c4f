import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { translate } from '../src/engines/duckdb/errors.js'
import type { Engine } from '../src/engines/engine.js'
import { withSession } from '../src/engines/session.js'
import { writeRelease } from '../src/release/writer.js'
import { Bench } from './support/lethe.js'

const FULL = 'lethe: the disk is full\nFree some space, or name another place with --temp DIR or -o DIR.\n'
const LOG = `user\tquery\n${Array.from({ length: 40_000 }, (_, i) => `u${i}\tq ${(i * 7919) % 10_007} ${'x'.repeat(50)}\n`).join('')}`

function mount(dir: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function mountable(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-test-mount-'))
  const can = mount(dir, 'size=100k')
  if (can) execFileSync('umount', [dir])
  rmdirSync(dir)
  return can
}

function smallDisk(bench: Bench, options: string): string {
  const dir = bench.path('disk')
  mkdirSync(dir)
  mount(dir, options)
  onTestFinished(() => void execFileSync('umount', ['-l', dir]))
  return dir
}

// Where nobody may mount, the injected faults below have to do.
describe.each(mountable() ? ['a small disk'] : [])('%s', () => {
  test.each(['parquet', 'tsv'])('full where the release goes (%s): nothing at DIR', async (format) => {
    const bench = new Bench()
    const disk = smallDisk(bench, 'size=100k')
    const log = bench.file('log.tsv', LOG)
    const args = [
      '--columns',
      'user=user',
      '--k',
      '2',
      '--link',
      'user',
      '-o',
      join(disk, 'out'),
      '--out-format',
      format,
    ]
    const { status, stdout, stderr } = await bench.lethe(['release', 'rare-queries', log, ...args])
    expect([status, stdout, stderr]).toEqual([2, '', FULL])
    expect(readdirSync(disk)).toEqual([])
    expect(readdirSync(bench.temp)).toEqual([])
  })

  test('full where temporary files go', async () => {
    const bench = new Bench()
    const disk = smallDisk(bench, 'size=100k')
    const piped = await bench.lethe(['inspect', '-', '--temp', disk], { stdin: LOG })
    expect([piped.status, piped.stdout, piped.stderr]).toEqual([2, '', FULL])
    // mixed line ends send a log the careful way, through a copy in the temporary folder
    const odd = await bench.lethe(['inspect', bench.file('odd.tsv', `${LOG}u\tq\r\n`), '--temp', disk])
    expect([odd.status, odd.stdout, odd.stderr]).toEqual([2, '', FULL])
    expect(readdirSync(disk)).toEqual([])
  })

  test('read-only', async () => {
    const bench = new Bench()
    const disk = smallDisk(bench, 'size=100k,ro')
    const log = bench.file('log.tsv', LOG)
    const out = await bench.lethe(['release', 'rare-queries', log, '--k', '2', '-o', join(disk, 'out')])
    expect([out.status, out.stderr]).toEqual([2, `lethe: ${disk} cannot be written\nCheck the rights of the folder.\n`])
    const temp = await bench.lethe(['inspect', log, '--temp', disk])
    expect(temp.status).toBe(2)
    expect(temp.stderr).toMatch(
      /^lethe: the temporary folder .* cannot be made or written\nName another with --temp DIR\.\n$/,
    )
  })
})

test('an engine that cannot write leaves nothing at DIR', async () => {
  const bench = new Bench()
  await withSession({}, async ({ engine, workspace }) => {
    const full: Engine = {
      ...engine,
      write: async () => {
        throw translate(new Error('IO Error: Could not write file "x": No space left on device'))
      },
    }
    const place = { dir: bench.path('out'), privateDir: bench.path('out.private'), force: false }
    const files = {
      manifest: {} as never,
      tables: [{ file: 'data.tsv', sql: '', columns: [] }],
      format: 'tsv' as const,
      record: {} as never,
      started: 0,
      privateFiles: {},
    }
    await expect(writeRelease(full, workspace, place, files)).rejects.toMatchObject({
      code: 'output',
      message: 'the disk is full',
    })
  })
  expect(readdirSync(bench.dir)).toEqual([])
})

test.each([
  ['IO Error: Could not write file "secret": No space left on device', 'output', 'the disk is full'],
  ['Out of Memory Error: failed to offload data block ... max_temp_directory_size', 'output', 'the disk is full'],
  ['Out of Memory Error: could not allocate block of size 256.0 KiB', 'refused', 'the engine ran out of memory'],
  ['IO Error: Cannot open file "secret": Permission denied', 'output', 'a file cannot be written (permission denied)'],
  ['IO Error: Data corruption detected', 'input', 'a packed file is truncated or damaged'],
  ["Conversion Error: Could not convert string 'secret' to INT32", 'internal', 'the engine failed (Conversion error)'],
  ['secret', 'internal', 'the engine failed (unknown error)'],
])('the engine says %s: a word of ours, none of its text', (message, code, ours) => {
  const error = translate(new Error(message))
  expect([error.code, error.message]).toEqual([code, ours])
  expect(`${error.next} ${error.cause}`).not.toContain('secret')
})
