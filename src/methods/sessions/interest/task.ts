import { closeSync, openSync, readSync } from 'node:fs'
import { splitter } from './kernel.js'
import type { Part } from './parts.js'
import type { Rules } from './rules.js'

/** Splits the histories of a part: (row, cluster) for each row. */
export function splitTask(rules: Rules): (part: Part) => Uint32Array {
  const split = splitter(rules)
  return ({ path, bytes }) =>
    split(bytes, (room) => {
      const fd = openSync(path, 'r')
      try {
        for (let at = 0; at < bytes; ) at += readSync(fd, room, at, bytes - at, null)
      } finally {
        closeSync(fd)
      }
    })
}
