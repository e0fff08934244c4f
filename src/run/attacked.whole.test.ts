import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { writeLog } from '../generate/index.js'
import { planFrom } from '../plans/plan.js'
import { release } from './release/index.js'
import { report } from './report.js'

const { next } = scratch()
const USERS = 900
const REMAKE = ['difference-releases', 'inject-users', 'mark-user']

test('attacks that make releases anew take a sample of the persons of a large log, and every page says so (false alarm: 1e-9)', async () => {
  const [log, out] = [next('log.tsv'), next('out')]
  await writeLog({ users: USERS, seed: 5 }, { out: log })
  await release([log], { plan: planFrom({ steps: [{ method: 'rare-queries', k: 5 }] }, 'plan'), out })
  const reported = async (more: object) => {
    const page = next('page.html')
    const made = await report(out, { logs: [log], out: page, ...more })
    return { ...made, page: readFileSync(page, 'utf8') }
  }

  const some = await reported({ attackPeople: 100 })
  expect(Object.keys(some.samples ?? {}).sort()).toEqual(REMAKE)
  const { persons, of } = some.samples!['mark-user']!
  expect(of).toBeLessThanOrEqual(USERS)
  expect(Math.abs(persons - 100)).toBeLessThan(6.2 * 10)
  expect(some.page).toContain(`made them of a sample: of ${persons} of the ${of} persons of the log`)
  expect(some.attacks).toMatchObject({ 'mark-user': { found: 0 } })
  // Three accounts too few lift nothing, and one person and four accounts are the five that it takes.
  expect(some.attacks!['inject-users']).toEqual(
    expect.arrayContaining([expect.objectContaining({ added: 1, success: 0 })]),
  )
  expect(some.attacks!['inject-users']).toEqual(
    expect.arrayContaining([expect.objectContaining({ added: 4, success: 1 })]),
  )

  const forAll = await reported({ attackPeople: 100, public: true })
  expect(forAll.page).toContain('made them of a sample: of persons of the log, drawn by lot')

  const whole = await reported({ attackPeople: USERS / 2 })
  expect(whole.samples).toBeUndefined()
  expect(whole.page).not.toContain('made them of a sample')
})
