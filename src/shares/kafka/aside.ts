import { closeSync, openSync, writeSync } from 'node:fs'
import { fail } from '../../base/errors.js'

/** The list of messages that became no rows: where they stand in the topic, never what they say. */
export interface Aside {
  put(partition: number, offset: number): void
  flush(): void
  close(): void
}

const NONE: Aside = { put() {}, flush() {}, close() {} }

/** Appends to a file that its owner alone can read. After a kill a message may stand there twice. */
export function openAside(path: string | undefined): Aside {
  if (path === undefined) return NONE
  let fd: number
  try {
    fd = openSync(path, 'a', 0o600)
  } catch (cause) {
    fail('output', `${path} cannot be written`, 'Name another file with --set-aside FILE.', cause)
  }
  let pending = ''
  const flush = () => {
    if (pending !== '') writeSync(fd, pending)
    pending = ''
  }
  return {
    put(partition, offset) {
      pending += `{"partition":${partition},"offset":${offset}}\n`
      if (pending.length > 1 << 16) flush()
    },
    flush,
    close() {
      flush()
      closeSync(fd)
    },
  }
}
