import { writeKeyFile } from '../../src/crypto/key-file.js'
import type { OutFormat } from '../../src/engines/engine.js'
import type { ColumnOptions } from '../../src/release/columns.js'
import { release } from '../../src/run/release/index.js'
import { asked, type Row, writeLog } from './log.js'

/** A log with common and rare queries, clicks, and one person who asks a rare thing many times. */
export const ROWS: readonly Row[] = [
  ...asked('weather', 12, { url: 'http://www.weather.example/today' }),
  ...asked('weather map', 8, { url: 'http://map.example/x', rank: 2 }),
  ...asked('news', 9),
  ...asked('red car', 10),
  ...asked('red', 10),
  ...asked('car', 10),
  ...asked('nearly', 4, { url: 'http://nearly.example/' }),
  ...asked('clinic of doctor who', 1, { url: 'http://clinic.example/' }),
  ...Array.from({ length: 9 }, (_, i) => ({
    user: 'usr-made-up-3',
    query: 'my own street',
    time: `2024-05-0${1 + (i % 5)} 1${i}:30:00`,
    url: 'http://street.example/',
  })),
]

interface Recipe {
  readonly steps: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[]
  readonly format?: OutFormat
  readonly shows?: Partial<ColumnOptions>
}

const rare = { method: 'rare-queries', params: { k: 5 } }

/** Honest releases of that log, which liars start from. */
export const RECIPES = {
  rare: { steps: [rare] },
  rareCsv: { steps: [rare], format: 'csv' },
  rareNdjson: { steps: [rare], format: 'ndjson' },
  rareParquet: { steps: [rare], format: 'parquet' },
  ranked: { steps: [rare], shows: { rank: true } },
  linked: { steps: [rare], shows: { link: 'user' } },
  linkedParquet: { steps: [rare], shows: { link: 'user' }, format: 'parquet' },
  sessions: { steps: [rare], shows: { link: 'session' } },
  relative: { steps: [rare], shows: { link: 'user', time: 'relative' } },
  tagged: { steps: [{ method: 'rare-queries', params: { k: 5, withheld: 'tag' } }] },
  variants: { steps: [{ method: 'rare-queries', params: { k: 5, same: 'words' } }] },
  words: { steps: [{ method: 'allowlist', params: { k: 5 } }], shows: { link: 'user' } },
  joined: { steps: [{ method: 'allowlist', params: { k: 8 } }, rare], shows: { link: 'user' } },
  hashed: { steps: [rare, { method: 'token-hash', params: {} }] },
  km: { steps: [{ method: 'km-deletion', params: { k: 3 } }] },
  twins: { steps: [{ method: 'microaggregate-syntactic', params: { k: 3 } }] },
  shared: { steps: [{ method: 'secret-shares', params: { t: 3 } }] },
  rareShared: { steps: [rare, { method: 'secret-shares', params: { t: 3 } }] },
  items: { steps: [{ method: 'zealous', params: { epsilon: 2, delta: 0.01, perUser: 2, items: 'queries' } }] },
} as const satisfies Record<string, Recipe>

export type Honest = keyof typeof RECIPES

/** Makes each release once, when it is first asked for. */
export function honestReleases(next: (name: string) => string) {
  const log = writeLog(next('log.ndjson'), ROWS)
  const keyFile = next('key')
  writeKeyFile(keyFile)
  const made = new Map<Honest, Promise<string>>()
  const make = async (name: Honest): Promise<string> => {
    const { steps, format = 'tsv', shows } = RECIPES[name] as Recipe
    const out = next(name)
    const key = steps.some(
      ({ method, params }) => ['token-hash', 'secret-shares'].includes(method) || params.withheld === 'tag',
    )
    await release([log], {
      plan: { steps, shows: {} },
      out,
      format,
      ...(shows ? { shows } : {}),
      ...(key ? { keyFile } : {}),
    })
    return out
  }
  return {
    log,
    keyFile,
    of(name: Honest): Promise<string> {
      if (!made.has(name)) made.set(name, make(name))
      return made.get(name) as Promise<string>
    },
  }
}
