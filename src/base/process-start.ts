import { existsSync, readFileSync } from 'node:fs'

/** When a process started, as the system counts it, so that a reused process number is told apart; '' if it is gone. */
export function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!
  } catch {
    if (existsSync('/proc/self/stat')) return ''
  }
  try {
    process.kill(pid, 0) // systems without /proc: alive or not is all there is to know
    return '0'
  } catch {
    return ''
  }
}

/** This process in a name: number and start. */
export const THIS_PROCESS = `${process.pid}-${startOf(process.pid)}`

/** Is the process of such a name (`...PID-START-...`) still there? */
export function isAlive(pid: string, start: string): boolean {
  return startOf(Number(pid)) === start
}
