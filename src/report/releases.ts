import { wrapped } from '../base/format.js'
import type { Manifest } from '../release/manifest.js'
import { planWords } from './plan-words.js'

interface Listed {
  readonly dir: string
  readonly made: string
  readonly manifest?: Manifest
  readonly error?: string
  readonly record?: { readonly signedOff?: { readonly by: string; readonly reason: string } }
}

/** Releases for the terminal, one below the other. */
export function releasesText(releases: readonly Listed[]): string {
  if (releases.length === 0) return 'no release lies here'
  return releases
    .map(({ dir, made, manifest, error, record }) =>
      [
        `${made.slice(0, 16).replace('T', ' ')}  ${dir}`,
        ...(manifest === undefined
          ? [`  ${error ?? 'it cannot be read'}`]
          : [`  ${planWords(manifest)}`, ...wrapped(manifest.guarantee.sentence, '  ')]),
        ...(record?.signedOff === undefined
          ? []
          : wrapped(`${record.signedOff.by}: ${record.signedOff.reason}`, '  signed off by ')),
      ].join('\n'),
    )
    .join('\n\n')
}
