import { setInterval, setTimeout } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

const EVERY_MS = 500
/** The main thread tidies up in this time, if it hears that it should. */
const PATIENCE_MS = 3000

for await (const _ of setInterval(EVERY_MS)) if (process.ppid !== workerData) break
await setTimeout(PATIENCE_MS)
process.kill(process.pid, 'SIGKILL')
