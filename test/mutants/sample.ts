import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { GROUPS } from './subjects.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: 'string' },
    seed: { type: 'string', default: '1' },
    cores: { type: 'string', default: '2' },
    file: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})

/** What was asked for on the command line. */
export function asked(): { readonly values: typeof values; readonly groups: readonly string[] } {
  for (const name of positionals) if (!Object.hasOwn(GROUPS, name)) throw new Error(`there is no group ${name}`)
  return { values, groups: positionals.length > 0 ? positionals : Object.keys(GROUPS) }
}

/** Drawn by the hash of seed and name: what is drawn stays drawn while others come and go. */
export function isDrawn(name: string, share: number): boolean {
  const hash = createHash('sha256').update(`${values.seed} ${name}`).digest()
  return hash.readUInt32BE() / 2 ** 32 < share
}
