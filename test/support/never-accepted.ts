import { cpSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LetheError } from '../../src/base/errors.js'
import { type VerifyOptions, verify } from '../../src/run/verify.js'
import { forge } from './forged.js'
import type { Answer, Forgery } from './forgeries/forgery.js'
import type { honestReleases } from './honest.js'

/** The answer, and what failed: for whoever reads that a test fails. */
export async function answer(
  dir: string,
  options: VerifyOptions = {},
): Promise<{ readonly holds: Answer | true; readonly why: string }> {
  try {
    const { holds, checks } = await verify(dir, options)
    return { holds, why: checks.flatMap((c) => (c.holds === true ? [] : [`${c.name}: ${c.detail}`])).join('\n') }
  } catch (error) {
    if (!(error instanceof LetheError) || error.code === 'internal') throw error
    return { holds: 'refused', why: error.message }
  }
}

/** Tests that none of these lies is believed. */
export function neverAccepted(
  forgeries: readonly Forgery[],
  honest: ReturnType<typeof honestReleases>,
  next: (name: string) => string,
): void {
  describe.each(forgeries)('forged: $lie', ({ of, forge: change, alone, against }) => {
    test('is never accepted: alone, with the log, with the private folder of the honest release', async () => {
      const from = await honest.of(of)
      const dir = await forge(from, next('forged'), change)
      expect(await answer(dir)).toMatchObject({ holds: alone })
      expect(await answer(dir, { against: [honest.log] })).toMatchObject({ holds: against })
      if (alone !== null) return
      cpSync(`${from}.private`, `${dir}.private`, { recursive: true })
      expect(await answer(dir)).toMatchObject({ holds: null })
    })
  })
}
