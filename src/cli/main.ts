#!/usr/bin/env node
// Nothing else is loaded before this runs: what keeps Node from loading the rest is told in our words and by our status. Node's own, 1, says of
// `lethe verify` that a claim does not hold.
import('./start.js').catch((cause: NodeJS.ErrnoException) => {
  const files = cause.code === 'EMFILE' || cause.code === 'ENFILE'
  process.stderr.write(
    files
      ? 'lethe: this program may not open as many files as it needs\nLet it open more: ulimit -n 1024.\n'
      : `lethe: it cannot be loaded (${cause.code ?? cause.name})\nInstall it again.\n`,
  )
  process.exit(2)
})
