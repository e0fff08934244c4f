import { openWorkspace } from '../../src/base/workspace.js'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import type { Session } from '../../src/engines/session.js'

/** Sessions for many tries: a fresh one every so often, since each try leaves its tables behind. */
export function longSession(temp: string, tries: number) {
  let current: Session | undefined
  let left = 0
  const close = async () => {
    await current?.engine.close()
    current?.workspace.close()
    current = undefined
  }
  return {
    close,
    async next(): Promise<Session> {
      if (current === undefined || left-- <= 0) {
        await close()
        left = tries
        const workspace = openWorkspace(temp)
        const engine = await openDuckDB({ spill: workspace.dir, threads: 1 })
        current = { engine, workspace, threads: 1, signal: undefined, say: () => {} }
      }
      return current
    },
    /** Something made once for each session and each word. */
    each<K, T>(make: (on: Session, word: K) => Promise<T>): (on: Session, word: K) => Promise<T> {
      const made = new WeakMap<Session, Map<K, Promise<T>>>()
      return (on, word) => {
        const known = made.get(on) ?? new Map<K, Promise<T>>()
        made.set(on, known)
        if (!known.has(word)) known.set(word, make(on, word))
        return known.get(word)!
      }
    },
  }
}
