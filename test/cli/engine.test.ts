import { expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'

// None of these needs a cluster: nobody listens at the address, which is how it shows that it was asked.
const NOBODY = 'sc://127.0.0.1:9'
const LOG = 'user\tquery\n' + Array.from({ length: 40 }, (_, i) => `u${i % 8}\tquery ${i % 4}\n`).join('')
const UNHEARD = /the cluster at sc:\/\/127\.0\.0\.1:9 does not answer/

test('--engine, LETHE_ENGINE and lethe.yaml name the engine, in this order', async () => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  const inspect = (before: string, more = '') => bench.bash(`${before} lethe inspect log.tsv --quiet ${more}`)
  expect(await inspect('')).toMatchObject({ status: 0 })
  expect(await inspect('', `--engine ${NOBODY}`)).toMatchObject({ status: 2, stderr: expect.stringMatching(UNHEARD) })
  const set = `export LETHE_ENGINE=${NOBODY};`
  expect(await inspect(set)).toMatchObject({ status: 2, stderr: expect.stringMatching(UNHEARD) })
  expect(await inspect(set, '--engine embedded')).toMatchObject({ status: 0 })
  expect(await inspect('export LETHE_ENGINE=;')).toMatchObject({ status: 0 })
  bench.file('lethe.yaml', `engine: ${NOBODY}\n`)
  expect(await inspect('')).toMatchObject({ status: 2, stderr: expect.stringMatching(UNHEARD) })
  expect(await inspect('export LETHE_ENGINE=;')).toMatchObject({ status: 2, stderr: expect.stringMatching(UNHEARD) })
  expect(await inspect('export LETHE_ENGINE=embedded;')).toMatchObject({ status: 0 })
  expect(await inspect('', '--engine embedded')).toMatchObject({ status: 0 })
})

test('a plan goes to the engine that is named beside it', async () => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  bench.file('plan.json', JSON.stringify({ steps: [{ method: 'rare-queries', k: 3 }] }))
  const words = ['release', '--plan', 'plan.json', 'file:///log.parquet', '-o', 'out', '--engine', NOBODY]
  expect(await bench.lethe(words)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(UNHEARD) })
})

test.each(['trino://host', 'spark', 'sc://'])('what is no engine is refused: %s', async (engine) => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  const { status, stderr } = await bench.lethe(['inspect', 'log.tsv', '--engine', engine])
  expect([status, stderr]).toEqual([2, expect.stringContaining('no address of a cluster')])
})

test('without the packages of a cluster all else works, and they are asked for by name', async () => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  bench.file(
    'hook.mjs',
    `export async function resolve(name, context, next) {
      if (/^(@connectrpc|@bufbuild|apache-arrow|@platformatic)/.test(name)) throw Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' })
      return next(name, context)
    }`,
  )
  bench.file('without.mjs', `import { register } from 'node:module'\nregister('./hook.mjs', import.meta.url)\n`)
  const without = (line: string) => bench.bash(`export NODE_OPTIONS="--import ${bench.path('without.mjs')}"; ${line}`)
  expect(await without('lethe release rare-queries --k 3 log.tsv -o out')).toMatchObject({ status: 0 })
  const asked = await without(`lethe inspect file:///log.parquet --engine ${NOBODY}`)
  expect(asked).toMatchObject({ status: 2, stdout: '' })
  expect(asked.stderr).toContain(
    'npm install @connectrpc/connect @connectrpc/connect-node @bufbuild/protobuf apache-arrow',
  )
  const kafka = await without(
    'lethe keygen -o key && lethe encode --from kafka://127.0.0.1:9/a --to kafka://127.0.0.1:9/b --key key --t 3 --columns user=u,query=q',
  )
  expect(kafka).toMatchObject({ status: 2, stderr: expect.stringContaining('npm install @platformatic/kafka@1') })
})

test.each([
  [['-o', 's3a://b/x'], 'the private folder of a release in a storage must be named'],
  [['-o', 's3a://b/x', '--private', 's3a://b/y'], 'the private folder of a release in a storage must be named'],
  [['-o', 's3a://b/x', '--private', 'p', '--out-format', 'tsv'], 'a cluster writes Parquet to a storage, not tsv'],
  [['-o', 's3a://b/x', '--private', 'p', '--force'], '--force does not reach into a storage'],
  [['-o', 's3a://b/x', '--private', 'p'], 's3a://b/x is a place of a storage, and a cluster writes there'],
])('a release to a storage that cannot be made is refused before a log is read: %j', async (words, why) => {
  const bench = new Bench()
  const { status, stderr, stdout } = await bench.lethe(['release', 'rare-queries', '--k', '3', 'nowhere.tsv', ...words])
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(why)])
})

test('a release in a storage is read by a cluster, and that is said', async () => {
  const { status, stderr } = await new Bench().lethe(['verify', 's3a://b/x'])
  expect([status, stderr]).toEqual([2, expect.stringContaining('Name it with --engine sc://HOST:PORT')])
})
