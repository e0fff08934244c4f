import { closeSync, existsSync, openSync, rmSync } from 'node:fs'

/** A file for what nobody else may find. */
export interface Nameless {
  /** Leads to it until it is closed, in this process alone. */
  readonly path: string
  close(): void
}

/**
 * Makes a file and takes its name away at once: whatever becomes of this process, and be it killed, the system frees what it holds. A path leads to
 * it by its open handle, which Linux knows and other systems do not: there it keeps its name until it is closed, or swept.
 */
export function nameless(name: string): Nameless {
  const fd = openSync(name, 'wx+', 0o600)
  const path = `/proc/self/fd/${fd}`
  const hidden = existsSync(path)
  if (hidden) rmSync(name)
  let open = true
  return {
    path: hidden ? path : name,
    close() {
      if (!open) return
      open = false
      closeSync(fd)
      if (!hidden) rmSync(name, { force: true })
    },
  }
}
