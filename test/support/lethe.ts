import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const MAIN = resolve(import.meta.dirname, '../../dist/src/cli/main.js')

export interface Outcome {
  /** Exit status; 128 and the number of the signal after a signal, as a shell tells it. */
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** What to send to standard input; nothing by default. */
export type Stdin = string | Uint8Array | { readonly open: true }

interface Options {
  readonly stdin?: Stdin
  readonly temp?: string
  readonly state?: string
  /** Where programs are looked for. */
  readonly path?: string
}

export interface Running {
  readonly child: ChildProcess
  readonly outcome: Promise<Outcome>
}

/** A folder of its own for a test, with a private LETHE_TEMP and LETHE_STATE inside; gone after the test. */
export class Bench {
  readonly dir: string
  readonly temp: string
  readonly state: string

  private readonly onEnd: typeof onTestFinished

  /** Tests that run at once must pass their own `onTestFinished`, from their context. */
  constructor(onEnd: typeof onTestFinished = onTestFinished) {
    this.onEnd = onEnd
    this.dir = mkdtempSync(join(tmpdir(), 'lethe-test-'))
    this.temp = join(this.dir, '.temp')
    this.state = join(this.dir, '.state')
    onEnd(() => rmSync(this.dir, { recursive: true, force: true }))
  }

  path(name: string): string {
    return join(this.dir, name)
  }

  /** Writes a file and returns its path. */
  file(name: string, content: string | Uint8Array): string {
    const path = this.path(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }

  start(args: readonly string[], options: Options = {}): Running {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: this.dir,
      env: {
        ...process.env,
        LETHE_TEMP: options.temp ?? this.temp,
        LETHE_STATE: options.state ?? this.state,
        ...(options.path ? { PATH: options.path } : {}),
      },
    })
    const outcome = collect(child)
    this.onEnd(() => void child.kill('SIGKILL'))
    child.stdin.on('error', () => {}) // a command that fails early does not read to the end
    if (typeof options.stdin !== 'object' || options.stdin instanceof Uint8Array) child.stdin.end(options.stdin ?? '')
    return { child, outcome }
  }

  /** Runs the command line to its end. */
  lethe(args: readonly string[], options: Options = {}): Promise<Outcome> {
    return this.start(args, options).outcome
  }

  /** Runs a verb with --json and returns what it printed. */
  async json<T = Inspection>(...args: readonly string[]): Promise<T> {
    const { status, stdout, stderr } = await this.lethe([...args, '--json'])
    if (status !== 0) throw new Error(`status ${status}: ${stderr}`)
    return JSON.parse(stdout) as T
  }

  /** A line of shell with `lethe` as a function, for what only a shell can do. */
  bash(line: string): Promise<Outcome> {
    const script = `lethe() { "${process.execPath}" "${MAIN}" "$@"; }; ${line}`
    return collect(
      spawn('bash', ['-c', script], {
        cwd: this.dir,
        env: { ...process.env, LETHE_TEMP: this.temp, LETHE_STATE: this.state },
      }),
    )
  }
}

/** What the tests look at in the output of `inspect`. */
export interface Inspection {
  readonly rows: number
  readonly badRows: number
  readonly notQueries: number
  readonly users: number
  readonly queries: number
  readonly clicks: number
  readonly format: string
  readonly time: { readonly from: string | null; readonly to: string | null }
  readonly notes: readonly string[]
}

function collect(child: ChildProcess): Promise<Outcome> {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((done) => {
    child.on('close', (code, signal) => done({ status: code ?? (signal === 'SIGKILL' ? 137 : 130), stdout, stderr }))
  })
}
