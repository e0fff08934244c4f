import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { fail } from '../base/errors.js'
import type { Folder } from './api.js'

/** The folders that the page may look into: those named at the start, and nothing else, whatever links lead to. */
export interface Roots {
  readonly all: readonly string[]
  /** A file or folder that is there, by its real path. */
  existing(path: string): string
  /** What is to be read as a log: of a folder, each file that would be, too. */
  readable(path: string): string
  /** A place for something new: its folder is there and within. */
  fresh(path: string): string
  list(path: string): Folder
  /** Where things are made that come of a log: the narrowest of the folders that hold it, else the first. */
  home(log: string | undefined): string
}

const OUTSIDE = 'that path is outside of the folders that this workbench was started with'
const NEXT = 'Start it with the folder: lethe workbench --roots DIR.'
const MOST = 2000

export function rootsOf(folders: readonly string[]): Roots {
  const all = [...new Set(folders.map((folder) => realpathSync(folder)))]
  const isIn = (root: string, real: string) => real === root || real.startsWith(root === sep ? root : root + sep)
  const within = (real: string) => all.some((root) => isIn(root, real))
  const absolute = (path: string) => {
    if (path.includes('\0')) fail('usage', 'a path holds no NUL character')
    return isAbsolute(path) ? path : resolve(all[0]!, path)
  }
  // Whether something outside is there is not told.
  const existing = (path: string) => {
    const real = realOf(absolute(path))
    if (real === undefined ? !within(realOf(dirname(absolute(path))) ?? '') : !within(real))
      fail('refused', OUTSIDE, NEXT)
    return real ?? fail('input', `there is no file or folder ${basename(path)}`, 'Check the name.')
  }
  return {
    all,
    existing,
    readable(path) {
      const real = existing(path)
      const kind = statSync(real)
      const inside = kind.isDirectory() ? readdirSync(real).filter((name) => !name.startsWith('.')) : []
      for (const name of inside) existing(join(real, name))
      // Of a pipe nobody knows whether anything comes.
      if (!kind.isFile() && !kind.isDirectory())
        fail('input', `${basename(real)} is no file and no folder`, 'Choose one.')
      return real
    },
    fresh(path) {
      const folder = existing(dirname(absolute(path)))
      const name = basename(absolute(path))
      const there = realOf(join(folder, name))
      if (there !== undefined && !within(there)) fail('refused', OUTSIDE, NEXT)
      return join(folder, name)
    },
    list(path) {
      const folder = existing(path === '' ? all[0]! : path)
      if (!statSync(folder).isDirectory()) fail('input', `${basename(folder)} is no folder`, 'Choose one.')
      const entries = readdirSync(folder)
        .filter((name) => !name.startsWith('.'))
        .flatMap((name) => {
          const real = realOf(join(folder, name))
          if (real === undefined || !within(real)) return []
          const stat = statSync(real)
          return stat.isFile() || stat.isDirectory() ? [{ name, folder: stat.isDirectory(), bytes: stat.size }] : []
        })
        .sort((a, b) => Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name))
      const above = within(dirname(folder)) && dirname(folder) !== folder ? dirname(folder) : null
      return { path: folder, above, entries: entries.slice(0, MOST), more: Math.max(0, entries.length - MOST) }
    },
    home(log) {
      const real = log === undefined ? undefined : realOf(log)
      const around = all.filter((root) => real !== undefined && isIn(root, real))
      return around.toSorted((a, b) => b.length - a.length)[0] ?? all[0]!
    },
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
