import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../release/manifest.js'
import type { Release } from '../release/reader.js'
import type { Check } from './check.js'

/** The manifest is written as this software writes it, and does not contradict itself; whether all its fields are known, the stated promise tells. */
export function statedManifest({ dir, manifest }: Release): Check[] {
  // By bytes: what is no UTF-8 reads as nothing in particular, and can still say something.
  const bytes = readFileSync(join(dir, 'manifest.json'))
  const written = bytes.equals(Buffer.from(`${JSON.stringify(JSON.parse(bytes.toString()), null, 2)}\n`))
  const lies = liesIn(manifest)
  return [
    {
      name: 'manifest',
      holds: written && lies.length === 0,
      detail: !written
        ? 'it is not written as Lethe writes it, so that it may say more than is read'
        : lies.length > 0
          ? lies.join('; ')
          : 'as Lethe writes it',
    },
  ]
}

const SHARES = ['secret-shares']

/** Which methods write a field beside the data. */
const WRITTEN_BY: Readonly<Record<string, readonly string[]>> = {
  keyId: SHARES,
  epoch: SHARES,
  scheme: SHARES,
  t: SHARES,
  n: SHARES,
  serverKey: SHARES,
  knowledge: ['microaggregate-categories', 'microaggregate-semantic', 'microaggregate-syntactic'],
}

/** What contradicts itself in numbers that stand there twice, and what no step of the manifest writes. */
function liesIn({ steps, more: beside }: Manifest): string[] {
  const more = beside ?? {}
  const last: Readonly<Record<string, unknown>> = steps.at(-1)?.params ?? {}
  const sharing = ['scheme', 't', 'n', 'epoch']
  const differing = sharing.filter(
    (key) => more[key] !== undefined && last[key] !== undefined && more[key] !== last[key],
  )
  const unwritten = Object.keys(more).filter(
    (key) => Object.hasOwn(WRITTEN_BY, key) && !steps.some(({ method }) => WRITTEN_BY[key]!.includes(method)),
  )
  // Whoever opens shares goes by what stands beside the data: every version has written all of it.
  const missing = steps.at(-1)?.method === 'secret-shares' ? sharing.filter((key) => more[key] === undefined) : []
  return [
    ...(beside && Object.keys(more).length === 0 ? ['no step writes an empty field "more"'] : []),
    ...differing.map((key) => `${key} is not what the last step says`),
    ...unwritten.map((key) => `none of the steps writes ${key}`),
    ...missing.map((key) => `how queries were shared is not stated: ${key}`),
  ]
}
