import type { WriteStream } from 'node:tty'

/** A line on the terminal that says what is going on and how far it is. */
export function progressBar(out: WriteStream): {
  readonly share: (share: number) => void
  readonly step: (step: string) => void
  readonly close: () => void
} {
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
