import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keyedBench } from '../../support/shares.js'
import { freePort } from '../harness/ports.js'
import { sharing } from './sharing.js'
import { kafkaStage } from './stage.js'
import { until } from './topics.js'

const LIVES = 25
const PORTION = 500
const HOUR = 3_600_000
const { topics } = kafkaStage()

/** Question q is asked by at most q + 1 persons, so that some stay closed whatever is done. */
const rowsOf = (portion: number) =>
  Array.from({ length: PORTION }, (_, i) => ({
    user: `p${(portion * 7 + i * 13) % (1 + (i % 60))}`,
    q: `Question ${i % 60}`,
    at: `2026-03-01 ${10 + (portion % 10)}:00:00`,
  }))

test(`${2 * LIVES} kills in the middle of the work: what opens is what a clean run opens, and files hold each row once`, async () => {
  const bench = await keyedBench()
  const share = sharing(bench, topics())
  const [from, to, clean] = [await topics().make(3), await topics().make(2), await topics().make(2)]
  let [portions, killed, growing] = [0, 0, 0]
  const feed = async () => {
    await topics().put(from, rowsOf(portions), Date.UTC(2026, 2, 1, 10) + Math.floor(portions / 4) * HOUR)
    portions++
  }
  /** Lives until it has been at work for a moment, shorter or longer than from commit to commit. */
  const life = async (place: string) => {
    const port = await freePort()
    const { child, outcome } = share.start(from, place, '--metrics', String(port))
    let early: unknown
    outcome.then((ended) => (early = ended))
    const working = async () => {
      expect(early).toBeUndefined()
      const metrics = await fetch(`http://127.0.0.1:${port}/metrics`).then(
        (answer) => answer.text(),
        () => '',
      )
      return /^lethe_encode_read_total [1-9]/m.test(metrics)
    }
    await until(working, 90)
    await wait(Math.random() * 1500)
    child.kill('SIGKILL')
    const { status, stderr } = await outcome
    expect({ status, stderr }).toMatchObject({ status: 137 })
    killed++
    if (place === 'hours' && leftovers(bench.path('hours/.working'))) growing++
  }
  const lives = async (place: string) => {
    for (let i = 0; i < LIVES; i++) await life(place)
  }
  let over = false
  const all = Promise.all([lives('hours'), lives(to)]).finally(() => (over = true))
  while (!over) {
    await feed()
    await Promise.race([all, wait(100 + Math.random() * 500)])
  }
  await all
  await Promise.all([share.drain(from, 'hours'), share.drain(from, to), share.drain(from, clean)])

  const [once, atLeastOnce, files] = [await share.open(clean), await share.open(to), await share.openFolder('hours')]
  expect(once.rows).toBe(portions * PORTION)
  expect(once.opened).toBeGreaterThan(50)
  expect(once.opened).toBeLessThan(once.tags)
  expect({ ...files, seconds: 0 }).toEqual({ ...once, seconds: 0 })
  const { tags, opened, rejected, damaged } = once
  expect(atLeastOnce).toMatchObject({ tags, opened, rejected, damaged })
  expect(Object.keys(atLeastOnce.queries).sort()).toEqual(Object.keys(once.queries).sort())
  const distinct = async (topic: string) => [...new Set(await topics().values(topic))].sort()
  expect(await distinct(to)).toEqual(await distinct(clean))
  // Else the kills fell where there was nothing to do.
  const twice = atLeastOnce.rows - once.rows
  process.stderr.write(
    `${killed} kills; ${twice} of ${once.rows} rows were written twice; ${growing} kills left a file unfinished\n`,
  )
  expect(twice).toBeGreaterThan(0)
  expect(growing).toBeGreaterThan(0)
}, 900_000)

/** Rows that were to become a file. */
function leftovers(dir: string): boolean {
  return readdirSync(dir, { recursive: true }).some((name) => String(name).endsWith('.tsv'))
}
