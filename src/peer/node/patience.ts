const PULSE = 250

/**
 * Waits for somebody else, and once more if this process stood still meanwhile: a timer that comes late itself says nothing of the
 * other, whose word may lie unread. Returns how to end it.
 */
export function patience(milliseconds: number, over: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = (isLast: boolean) => {
    const due = performance.now() + milliseconds
    timer = setTimeout(() => {
      const stoodStill = performance.now() - due > milliseconds / 4
      if (stoodStill && !isLast) wait(true)
      else over()
    }, milliseconds)
  }
  wait(false)
  return () => clearTimeout(timer)
}

/** How late this process comes to what it has to do, in milliseconds. */
export function lateness(): { now(): number; close(): void } {
  let due = performance.now() + PULSE
  let late = 0
  const pulse = setInterval(() => {
    late = Math.max(0, performance.now() - due)
    due = performance.now() + PULSE
  }, PULSE)
  return { now: () => Math.max(late, performance.now() - due), close: () => clearInterval(pulse) }
}
