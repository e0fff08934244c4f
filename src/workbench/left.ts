import { type FoundRelease, loadMethod, methodNames, type ReleaseResult } from '../index.js'
import type { Left } from './api.js'

/** What the last step of a plan makes instead of rows. */
export async function makesOf(step: {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}): Promise<Exclude<Left['makes'], 'rows'> | undefined> {
  if (!methodNames().includes(step.method)) return undefined
  const { makes } = await loadMethod(step.method)
  return makes?.(step.params as never)
}

/** What a release has let leave, by what it says of itself and what its custodian counted. */
export async function leftBy(
  manifest: FoundRelease['manifest'],
  kept: Partial<ReleaseResult['kept']> | undefined,
): Promise<Left> {
  const last = manifest?.steps.at(-1)
  return {
    makes: (last && (await makesOf(last))) ?? 'rows',
    columns: manifest?.columns.map(({ name }) => name) ?? [],
    rows: kept?.rows ?? null,
    items: kept?.items ?? null,
    queries: kept?.queries ?? null,
  }
}
