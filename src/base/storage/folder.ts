import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sync } from '../commit.js'
import type { Storage } from './storage.js'

/** A folder that the cluster sees by the same name, as on a disk of the network. */
export function folderStorage(dir: string): Storage {
  return {
    async list() {
      if (lstatSync(dir, { throwIfNoEntry: false }) === undefined) return []
      const entries = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      return entries.filter((name) => !lstatSync(join(dir, name)).isDirectory()).sort()
    },
    async read(name) {
      return readFileSync(join(dir, name))
    },
    async write(name, content) {
      write(dir, name, content, 'w')
    },
    async claim(name, content) {
      try {
        write(dir, name, content, 'wx')
        return true
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw cause
      }
    },
    async remove(names) {
      for (const name of names) rmSync(join(dir, name), { force: true })
      // Folders that are empty now are nothing in a bucket either.
      for (const inside of [...new Set(names.map((name) => dirname(join(dir, name))))].sort().reverse()) {
        for (let at = inside; at.length >= dir.length && isEmpty(at); at = dirname(at)) rmdirSync(at)
      }
    },
  }
}

function write(dir: string, name: string, content: string | Uint8Array, flag: 'w' | 'wx'): void {
  const path = join(dir, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content, { flag })
  sync(path)
}

function isEmpty(dir: string): boolean {
  const there = lstatSync(dir, { throwIfNoEntry: false })
  return there?.isDirectory() === true && readdirSync(dir).length === 0
}
