import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callsOf, crashAt, run } from '../support/crash-points.js'
import { Bench } from '../support/lethe.js'

const LOG = 'user\tquery\nu1\tweather\nu2\tweather\n'
const RELEASE = ['release', 'rare-queries', 'log.tsv', '--k', '2', '-o']
const GONE = '999999999-1' // a process number that no system gives

/** A bench with a log. */
function withLog(): Bench {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  return bench
}

describe('--force replaces a whole release and nothing else', () => {
  test.each([
    ['a browser extension', (dir: string) => writeFileSync(join(dir, 'manifest.json'), '{"manifest_version": 3}')],
    ['a file of mine beside the release', (dir: string) => writeFileSync(join(dir, 'thesis.txt'), 'x')],
    ['a folder of mine beside the release', (dir: string) => mkdirSync(join(dir, 'photos'))],
  ])('%s stays', async (_, spoil) => {
    const bench = withLog()
    expect((await bench.lethe([...RELEASE, 'out'])).status).toBe(0)
    spoil(bench.path('out'))
    const before = readdirSync(bench.path('out'))
    const { status, stderr } = await bench.lethe([...RELEASE, 'out', '--force'])
    expect([status, stderr]).toEqual([
      2,
      'lethe: out is no whole release with nothing beside it, and --force replaces nothing else\nChoose another -o DIR.\n',
    ])
    expect(readdirSync(bench.path('out'))).toEqual(before)
  })

  test('what is no private folder of ours stays too', async () => {
    const bench = withLog()
    mkdirSync(bench.path('out.private'))
    writeFileSync(bench.path('out.private/record.json'), '{"software": "lethe 0.1.0"}')
    writeFileSync(bench.path('out.private/diary.txt'), 'x')
    expect((await bench.lethe([...RELEASE, 'out', '--force'])).stderr).toContain('out.private is no whole release')
    expect(existsSync(bench.path('out.private/diary.txt'))).toBe(true)
  })
})

test('a link that leads nowhere is refused, and nothing is left beside it', async () => {
  const bench = withLog()
  symlinkSync('nowhere', bench.path('out'))
  expect((await bench.lethe([...RELEASE, 'out'])).stderr).toBe(
    'lethe: out is a link\nName the folder itself, or another -o DIR.\n',
  )
  expect(existsSync(bench.path('out.private'))).toBe(false)
})

describe('lethe doctor', () => {
  test('says that nothing was left behind', async () => {
    const { status, stdout } = await new Bench().lethe(['doctor'])
    expect([status, stdout]).toEqual([0, 'Nothing was left behind.\n'])
  })

  test('finds in a named folder what dead runs left, tells it with --look, removes it without, and touches nothing else', async () => {
    const bench = new Bench()
    bench.file(`releases/.out.lethe-partial-${GONE}-abc/data.tsv`, 'x')
    bench.file(`releases/.out.lethe-partial-${process.pid}-0-abc/data.tsv`, 'x') // of another start of this number: gone too
    bench.file(`.temp/run-${GONE}-0a0b0c0d/spool`, 'x')
    chmodSync(bench.path(`.temp/run-${GONE}-0a0b0c0d`), 0o700)
    for (const mine of ['out.lethe-partial', '.lethe-partial-notes', 'run-1-of-5'])
      bench.file(`releases/${mine}`, 'mine')
    const seen = await bench.lethe(['doctor', 'releases', '--look', '--json'])
    expect(seen.status).toBe(1)
    expect(JSON.parse(seen.stdout)).toMatchObject({ left: true })
    expect((JSON.parse(seen.stdout) as { found: unknown[] }).found).toHaveLength(3)
    const mended = await bench.lethe(['doctor', 'releases', '--json'])
    expect(mended.status).toBe(0)
    expect((JSON.parse(mended.stdout) as { found: { done: string }[] }).found.map(({ done }) => done)).toEqual(
      Array(3).fill('removed'),
    )
    expect(readdirSync(bench.path('releases')).sort()).toEqual([
      '.lethe-partial-notes',
      'out.lethe-partial',
      'run-1-of-5',
    ])
    expect(readdirSync(bench.temp)).toEqual([])
  })

  test('leaves alone what is only called like something of ours', async () => {
    const bench = new Bench()
    bench.file(`releases/notes.lethe-partial-${GONE}-thesis.txt`, 'mine')
    bench.file(`releases/run-${GONE}-deadbeef/photo.jpg`, 'mine')
    expect((await bench.lethe(['doctor', 'releases'])).stdout).toMatch(/^Nothing was left behind here\. Folders inside/)
    expect(readdirSync(bench.path('releases'))).toHaveLength(2)
  })

  test('says so where there is no folder to look into', async () => {
    const bench = withLog()
    for (const where of ['nosuch', 'log.tsv']) {
      const { status, stderr } = await bench.lethe(['doctor', where])
      expect([status, stderr]).toEqual([2, expect.stringContaining(`there is no folder ${where}`)])
    }
  })

  test('does not carry out a journal that names anything but what this program calls so', async () => {
    const bench = new Bench()
    const [thesis, victim] = [bench.file('thesis.txt', 'mine'), bench.file('victim.txt', 'mine')]
    const moves = [{ from: thesis, to: victim, id: '1' }]
    const journal = JSON.stringify({ format: 'lethe-journal/1', replace: true, moves })
    bench.file(`.out.lethe-journal-${GONE}-abc`, journal)
    const { status, stdout } = await bench.lethe(['doctor', '.'])
    expect([status, stdout]).toEqual([1, expect.stringContaining('could not be mended')])
    expect([thesis, victim].every((path) => existsSync(path))).toBe(true)
  })

  test("a stranger's journals remove nothing, by doctor or by a temporary folder that holds them", async () => {
    const bench = withLog()
    mkdirSync(bench.path('documents'))
    bench.file('documents/thesis.txt', 'mine')
    mkdirSync(bench.path('strangers'))
    const [from, to] = [bench.path('.documents.lethe-partial-1'), bench.path('documents')]
    for (const [n, move] of [
      { from, to },
      { from, to },
      { from, to, id: String(lstatSync(to).ino) },
    ].entries()) {
      const journal = { format: 'lethe-journal/1', replace: n < 2, moves: [move], by: 'f'.repeat(64) }
      bench.file(`strangers/.${n}.lethe-journal-${GONE}-x`, JSON.stringify(journal))
    }
    expect((await bench.lethe(['doctor', 'strangers'])).status).toBe(1)
    expect((await bench.lethe([...RELEASE, 'out', '--temp', bench.path('strangers')])).status).toBe(0)
    expect(readdirSync(bench.path('documents'))).toEqual(['thesis.txt'])
  })
})

test('a release that was made meanwhile is not replaced by an older one that had been stopped on its way', () => {
  const bench = withLog()
  const withState = (state: string) => ({
    cwd: bench.dir,
    env: { LETHE_STATE: bench.path(state), LETHE_TEMP: bench.temp },
  })
  const [here, elsewhere] = [withState('here'), withState('elsewhere')]
  const replace = [...RELEASE, 'out', '--force']
  expect(run([...RELEASE, 'out'], here).status).toBe(0)
  const isOnItsWay = () => readdirSync(bench.dir).some((name) => name.includes('.lethe-journal-'))
  for (let n = callsOf(replace, here); !isOnItsWay(); n--) crashAt(replace, here, n, 'before')
  expect(run(replace, elsewhere).status).toBe(0)
  const made = () => (JSON.parse(readFileSync(bench.path('out.private/record.json'), 'utf8')) as { made: string }).made
  const before = made()
  expect(run(['inspect', 'log.tsv'], here).status).toBe(0)
  expect([made(), isOnItsWay()]).toEqual([before, false])
})
