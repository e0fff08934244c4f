import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../package-root.js'
import type { Manifest } from '../release/manifest.js'
import type { Release } from '../release/reader.js'
import type { Check } from './check.js'

/** Versions whose manifests this one knows. */
const KNOWN_VERSIONS: readonly string[] = ['0.1.0', VERSION]

/** The fields of a manifest, and of the records in it. What else stands there says something that nobody has checked. */
const FIELDS = {
  manifest: [
    'format',
    'software',
    'steps',
    'profile',
    'tuned',
    'guarantee',
    'shows',
    'columns',
    'files',
    'tables',
    'more',
    'experiment',
  ],
  software: ['name', 'version'],
  step: ['method', 'params'],
  shows: ['link', 'time', 'rank'],
  column: ['name', 'type', 'meaning'],
  table: ['file', 'columns'],
  more: ['keyId', 'epoch', 'scheme', 't', 'n', 'knowledge'],
} as const

/** The manifest is one that this software, or a version that it knows, could have written. */
export function statedManifest({ dir, manifest }: Release): Check[] {
  const text = readFileSync(join(dir, 'manifest.json'), 'utf8')
  const written = text === `${JSON.stringify(manifest, null, 2)}\n`
  const unknown = unknownFields(manifest)
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
    ...(unknown.length === 0
      ? []
      : [
          {
            name: 'unknown',
            holds: null,
            detail: `this version does not know ${unknown.join(', ')}`,
            toShow: 'Verify it with the version that made it.',
          },
        ]),
  ]
}

/** What contradicts itself in numbers that stand there twice. */
function liesIn({ steps, more = {}, software }: Manifest): string[] {
  const last: Readonly<Record<string, unknown>> = steps.at(-1)?.params ?? {}
  const differing = ['scheme', 't', 'n', 'epoch'].filter(
    (key) => more[key] !== undefined && last[key] !== undefined && more[key] !== last[key],
  )
  return [
    ...differing.map((key) => `${key} is not what the last step says`),
    ...((software?.name as string) === 'lethe' ? [] : ['it is not of Lethe']),
    ...(more.keyId === undefined || /^[0-9a-f]{16}$/.test(String(more.keyId)) ? [] : ['its key id is none']),
  ]
}

function unknownFields({ software, steps, shows, columns, tables = [], more = {}, ...rest }: Manifest): string[] {
  const strange = (record: object | undefined, known: readonly string[], where = '') =>
    Object.keys(record ?? {})
      .filter((key) => !known.includes(key))
      .map((key) => `the field ${where}${key.slice(0, 40)}`)
  return [
    ...new Set([
      ...(KNOWN_VERSIONS.includes(software?.version) ? [] : ['the version that it names']),
      ...strange(rest, FIELDS.manifest),
      ...strange(software, FIELDS.software, 'software.'),
      ...steps.flatMap((step) => strange(step, FIELDS.step, 'steps.')),
      ...strange(shows, FIELDS.shows, 'shows.'),
      ...[columns, ...tables.map((table) => table.columns)]
        .flat()
        .flatMap((one) => strange(one, FIELDS.column, 'columns.')),
      ...tables.flatMap((table) => strange(table, FIELDS.table, 'tables.')),
      ...strange(more, FIELDS.more, 'more.'),
      ...(shows.rank === true || shows.rank === false ? [] : ['what is said of ranks']),
    ]),
  ]
}
