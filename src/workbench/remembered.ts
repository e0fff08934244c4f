import { createHash } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { THIS_PROCESS } from '../base/process-start.js'
import { makeStateFolder, stateDir } from '../base/state.js'
import type { Verdict } from '../index.js'
import type { Checked, Look } from './api.js'

/** What the next workbench of this user knows too: light or dark, and what checks of releases came to. Nothing of a log but its name. */
export interface Remembered {
  look(): Look
  setLook(look: Look): void
  /** What checks of a release came to, the newest first. */
  checked(dir: string): readonly Checked[]
  /** `against`: the log by name; null where the release was checked alone. */
  check(dir: string, verdict: Verdict, against: string | null): void
}

interface Kept {
  readonly look?: Look
  readonly checked?: Readonly<Record<string, readonly (Omit<Checked, 'changed'> & { readonly of: string })[]>>
}

export const LOOKS: readonly Look[] = ['system', 'light', 'dark']
/** Checks of one release, and releases whose checks are remembered. */
const [EACH, MOST] = [5, 500]

export function openRemembered(): Remembered {
  const path = join(stateDir(), 'workbench', 'remembered.json')
  let kept: Kept = {}
  const read = () => {
    try {
      const found: unknown = JSON.parse(readFileSync(path, 'utf8'))
      if (typeof found === 'object' && found !== null) kept = found as Kept
    } catch {
      // nothing is remembered yet, or it is damaged: then it begins anew
    }
  }
  const write = (to: Kept) => {
    kept = to
    try {
      makeStateFolder(join(stateDir(), 'workbench'))
      const draft = `${path}.${THIS_PROCESS}`
      writeFileSync(draft, JSON.stringify(to), { mode: 0o600 })
      renameSync(draft, path)
    } catch {
      // a home that cannot be written keeps no state
    }
  }
  read()
  return {
    look: () => LOOKS.find((one) => one === kept.look) ?? 'system',
    setLook(look) {
      read()
      write({ ...kept, look })
    },
    checked(dir) {
      const all = Object.hasOwn(kept.checked ?? {}, dir) ? kept.checked?.[dir] : undefined
      if (!Array.isArray(all)) return []
      const now = filesOf(dir)
      return all.map(({ of, ...one }) => ({ ...one, changed: of !== now }))
    },
    check(dir, { holds, checks }, against) {
      read() // another workbench may have checked something meanwhile
      const one = {
        at: new Date().toISOString(),
        against,
        holds,
        good: checks.filter((check) => check.holds === true).length,
        bad: checks.filter((check) => check.holds === false).length,
        of: filesOf(dir),
      }
      const before = (kept.checked?.[dir] ?? []).filter((other) => other.against !== against)
      const { [dir]: _, ...others } = kept.checked ?? {}
      const rest = Object.entries(others).slice(0, MOST - 1)
      write({ ...kept, checked: { [dir]: [one, ...before].slice(0, EACH), ...Object.fromEntries(rest) } })
    },
  }
}

/** The files of a release as they were checked: another SHA256SUMS, or files written since, are another release. */
function filesOf(dir: string): string {
  try {
    const sums = readFileSync(join(dir, 'SHA256SUMS'), 'utf8')
    const names = sums.split('\n').flatMap((line) => /^[0-9a-f]{64} [ *]([^/]+)$/.exec(line)?.[1] ?? [])
    const stats = names.map((name) => {
      const stat = statSync(join(dir, name), { throwIfNoEntry: false })
      return [name, stat?.size, stat?.mtimeMs]
    })
    return createHash('sha256')
      .update(JSON.stringify([sums, stats]))
      .digest('hex')
  } catch {
    return ''
  }
}
