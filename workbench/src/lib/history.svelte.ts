/** Steps that can be taken back, and taken again. */
export function undoable<T>(apply: (value: T) => void) {
  let past = $state<string[]>([])
  let future = $state<string[]>([])
  return {
    get canUndo() {
      return past.length > 0
    },
    get canRedo() {
      return future.length > 0
    },
    clear(): void {
      past = []
      future = []
    },
    /** Notes how it was before a change. */
    note(before: T): void {
      const text = JSON.stringify(before)
      if (past.at(-1) !== text) past.push(text)
      if (past.length > 100) past.shift()
      future = []
    },
    undo(now: T): void {
      const before = past.pop()
      if (before === undefined) return
      future.push(JSON.stringify(now))
      apply(JSON.parse(before) as T)
    },
    redo(now: T): void {
      const after = future.pop()
      if (after === undefined) return
      past.push(JSON.stringify(now))
      apply(JSON.parse(after) as T)
    },
  }
}

/** Ctrl-Z outside of fields, which have their own. */
export function onUndoKeys(undo: () => void, redo: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const target = event.target as HTMLElement
    const typed = target.matches('textarea, input:not([type=range]):not([type=checkbox]):not([type=radio])')
    if (typed || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    if (event.shiftKey) redo()
    else undo()
  }
}
