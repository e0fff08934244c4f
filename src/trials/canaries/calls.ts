import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import { judged } from '../../release/experiment.js'
import { openRelease } from '../../release/reader.js'
import type { TrialContext } from '../trial.js'
import type { Made, MadeLog } from './context.js'

/**
 * Calls as a custodian would: a release for programs, one for people, one that fails over bad rows (under differential privacy
 * it must not), then a look at the log and a check of the release. Each tells the world something else.
 */
export async function callAll(log: MadeLog, on: TrialContext): Promise<Made[]> {
  const reading = readingOf(log, on)
  const words = ['release', ...on.words.plan, log.path, ...reading]
  const format = on.format ?? 'parquet'
  const good = ['--max-bad', '1']
  const first = await callRelease(on, 'with --json', [...words, ...good, '--json', '--out-format', format])
  const other = format === 'tsv' ? 'csv' : 'tsv'
  const made = [
    first,
    await callRelease(on, 'with --verbose', [...words, ...good, '--verbose', '--truth', '--out-format', other]),
  ]
  const broken = made.find((one) => one.status !== 0)
  if (broken) fail('refused', `the release of the planted copy failed: ${firstLine(broken.stderr)}`)
  const claim = judged(openRelease(first.dir).manifest)
  const strict = await callRelease(on, 'with --max-bad 0', [...words, '--verbose', '--max-bad', '0'])
  if ((strict.status === 0) !== (claim.kind === 'dp'))
    fail('internal', `canaries is broken: a release of bad rows ${strict.status === 0 ? 'did not fail' : 'failed'}`)
  const inspect = ['inspect', log.path, ...reading, ...good, '--verbose']
  const verify = ['verify', first.dir, '--against', log.path, ...reading, ...good, '--verbose']
  const others = [strict, await call(on, 'inspect', inspect), await call(on, 'verify', verify)]
  return [...made, ...others, ...(claim.kind === 'threshold-reveal' ? [await callDecode(on, first.dir)] : [])]
}

function callRelease(on: TrialContext, label: string, words: readonly string[]): Promise<Made> {
  return call(on, label, words, (dir) => ['-o', dir])
}

/** What anyone can read of shared queries is data too. */
async function callDecode(on: TrialContext, release: string): Promise<Made> {
  const opened = await call(on, 'decode', ['decode', release, '--verbose'], (dir) => {
    mkdirSync(dir, { mode: 0o700 })
    return ['-o', join(dir, 'data.tsv')]
  })
  if (opened.status !== 0) fail('internal', `canaries is broken: decode failed: ${firstLine(opened.stderr)}`)
  return opened
}

async function call(
  on: TrialContext,
  label: string,
  words: readonly string[],
  place: (dir: string) => string[] = () => [],
): Promise<Made> {
  const home = join(on.dir, label.replace(/\W+/g, '-'))
  mkdirSync(home, { mode: 0o700 })
  const temp = join(home, 'temp')
  const dir = join(home, 'release')
  const called = await on.call([...words, ...place(dir)], temp)
  return { label, dir, privateDir: `${dir}.private`, temp, ...called }
}

function firstLine(output: Buffer): string {
  return (
    output
      .toString()
      .replace(/^lethe: /, '')
      .trim()
      .split('\n')[0] ?? ''
  )
}

function readingOf({ extras }: MadeLog, { words }: TrialContext): string[] {
  const columns = { user: 'user', query: 'query', time: 'time', rank: 'rank', url: 'url', ...extras }
  const list = Object.entries(columns).map((pair) => pair.join('='))
  return ['--format', 'ndjson', '--columns', list.join(','), ...words.reading]
}
