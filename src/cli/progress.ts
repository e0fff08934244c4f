import type { WriteStream } from 'node:tty'

/** Tells what is going on and how far it is. */
export interface Progress {
  readonly share: (share: number) => void
  readonly step: (step: string) => void
  readonly close: () => void
}

/** Milliseconds between two plain lines, and before the first. */
const EVERY = 10_000

/** A line on the terminal that is written over and over. */
export function progressBar(out: WriteStream): Progress {
  let step = ''
  const started = performance.now()
  const draw = (share: number) => {
    const filled = Math.round(share * 24)
    const bar =
      share > 0 ? `${'█'.repeat(filled)}${'░'.repeat(24 - filled)} ${String(Math.round(share * 100)).padStart(3)}%` : ''
    out.write(`\r\x1b[2K${step} ${bar} ${Math.round((performance.now() - started) / 1000)} s`)
  }
  return {
    share: draw,
    step(next) {
      step = next
      draw(0)
    },
    close: () => out.write('\r\x1b[2K'),
  }
}

/** Plain lines where there is no terminal: one every ten seconds at most, so that short work says nothing and a file of them can be read. */
export function progressLines(write: (line: string) => void): Progress {
  const started = performance.now()
  let said = started
  let step = 'working'
  let share = 0
  const say = () => {
    const now = performance.now()
    if (now - said < EVERY) return
    said = now
    const far = share > 0 ? `, ${Math.floor(share * 100)}%` : ''
    write(`lethe: ${step}${far}, ${Math.round((now - started) / 1000)} s so far\n`)
  }
  // Work that leaves no turn to timers tells by its own calls.
  const timer = setInterval(say, EVERY / 10)
  timer.unref()
  return {
    share(next) {
      share = next
      say()
    },
    step(next) {
      step = next
      share = 0
      say()
    },
    close: () => clearInterval(timer),
  }
}
