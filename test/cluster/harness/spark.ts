import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cached, checkDigest, pip } from './cache.js'
import { type Guarded, startGuarded } from './guarded.js'
import { javaHome } from './java.js'
import { freePort } from './ports.js'
import { activeTasks, executorsOf, type Work, workOf } from './status.js'

const VERSION = '4.2.0'
const SHA256 = '5ad689d53570ee1674193fd4f9bda065f0db3be9363a27d2a3406cc457b70b61'

export interface ClusterOptions {
  /** What clients must show; nothing by default. */
  readonly token?: string
  /** Further settings of Spark. */
  readonly conf?: Readonly<Record<string, string>>
  /** Memory of each executor, in MiB. */
  readonly executorMiB?: number
  readonly driverMiB?: number
  /** A folder that goes before the path of the workers. */
  readonly workerPath?: string
  /** Where workers keep shuffles and spills, by the number of the worker. */
  readonly workerDir?: (worker: number) => string
}

/** A Spark cluster on loopback: a master, two workers of one core, a Connect server. */
export interface Cluster {
  /** sc://127.0.0.1:PORT */
  readonly url: string
  readonly port: number
  /** A folder that all of them see, as they would a shared storage; gone with the cluster. */
  readonly shared: string
  readonly logs: string
  readonly workers: readonly Guarded[]
  /** The Connect server as it is now. */
  connect(): Guarded
  /** Processes that hold executors, under a worker or under both. */
  executors(worker?: Guarded): number[]
  /** Stops executors where they are; tasks that come to them wait until they go on. */
  pause(): void
  goOn(): void
  /** Ends the Connect server at once; `startConnect` brings it back at the same port. */
  killConnect(): Promise<void>
  startConnect(): Promise<void>
  /** How many tasks run now, as the cluster's own interface tells it. */
  activeTasks(): Promise<number>
  /** What it has done since its Connect server started. */
  work(): Promise<Work>
  stop(): Promise<void>
}

/** The folder of Spark, fetched on first use: the source archive of PyPI's package holds all jars. */
export function sparkHome(): Promise<string> {
  return cached(`spark-${VERSION}`, async (dir) => {
    const archive = join(dir, `pyspark-${VERSION}.tar.gz`)
    pip(['download', '--no-deps', '--no-binary', ':all:', `pyspark==${VERSION}`, '-d', dir])
    await checkDigest(archive, SHA256)
    const parts = ['jars', 'bin', 'sbin'].map((part) => `pyspark-${VERSION}/deps/${part}`)
    execFileSync('tar', ['xzf', archive, '-C', dir, '--strip-components=2', ...parts])
    rmSync(archive)
  })
}

/** Starts a cluster; it ends with this process at the latest. */
export async function startSpark(options: ClusterOptions = {}): Promise<Cluster> {
  const java = javaHome()
  const home = await sparkHome()
  const dir = mkdtempSync(join(tmpdir(), 'lethe-spark-'))
  const shared = join(dir, 'shared')
  mkdirSync(shared)
  const env = environment(java, home, dir)
  const started: Guarded[] = []
  const start = async (name: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const server = await startGuarded(name, dir, words, { ...env, ...more })
    started.push(server)
    return server
  }
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const daemon = [join(home, 'bin', 'spark-class')]
    const master = await start('master', [...daemon, `${DEPLOY}.master.Master`, ...LOOPBACK, '--port', '0'], DAEMON)
    const url = await master.says(/Starting Spark master at (spark:\/\/\S+)/)
    const executorMiB = options.executorMiB ?? 560
    const PATH = [options.workerPath, process.env.PATH].filter((one) => one !== undefined).join(':')
    const one = (i: number) => {
      const work = options.workerDir?.(i) ?? join(dir, `worker-${i}-data`)
      const words = [...LOOPBACK, '--cores', '1', '--memory', `${executorMiB}m`, '--work-dir', join(work, 'work'), url]
      return start(`worker-${i}`, [...daemon, `${DEPLOY}.worker.Worker`, ...words], {
        ...DAEMON,
        SPARK_LOCAL_DIRS: join(work, 'local'),
        PATH,
      })
    }
    const port = await freePort()
    const settings = { ...connectSettings(dir, port, executorMiB), ...options.conf }
    const words = [
      ...[join(home, 'bin', 'spark-submit'), '--master', url, '--driver-memory', `${options.driverMiB ?? 768}m`],
      ...Object.entries(settings).flatMap(([key, value]) => ['--conf', `${key}=${value}`]),
      ...['--class', 'org.apache.spark.sql.connect.service.SparkConnectServer', 'spark-internal'],
    ]
    const token = options.token === undefined ? {} : { SPARK_CONNECT_AUTHENTICATE_TOKEN: options.token }
    let connect: Guarded
    const startConnect = async () => {
      connect = await start('connect', words, token)
      await connect.says(/Spark Connect server started/)
      await connect.says(/Registered executor[\s\S]*Registered executor/)
    }
    const [workers] = await Promise.all([Promise.all([one(0), one(1)]), startConnect()])
    const executors = (worker?: Guarded) =>
      (worker === undefined ? workers : [worker]).flatMap((one) => executorsOf(one.pid()))
    const signal = (name: NodeJS.Signals) => {
      for (const pid of executors()) process.kill(pid, name)
    }
    return {
      ...{ url: `sc://127.0.0.1:${port}`, port, shared, logs: dir, workers, startConnect, stop },
      connect: () => connect,
      killConnect: () => connect.stop(),
      executors,
      pause: () => signal('SIGSTOP'),
      goOn: () => signal('SIGCONT'),
      activeTasks: () => activeTasks(connect),
      work: () => workOf(connect),
    }
  } catch (cause) {
    await stop()
    throw cause
  }
}

const DEPLOY = 'org.apache.spark.deploy'
const LOOPBACK = ['--host', '127.0.0.1', '--webui-port', '0']
// One core each, so nothing is gained by collecting garbage on several, and it takes less memory.
const SMALL_JVM = '-XX:+UseSerialGC -Xss512k -XX:MaxMetaspaceSize=256m'
const DAEMON = { SPARK_DAEMON_MEMORY: '128m', SPARK_DAEMON_JAVA_OPTS: SMALL_JVM } // a Connect server would take them for its own, too

/** Nothing of the machine's own Spark settings gets in. */
function environment(java: string, home: string, dir: string): NodeJS.ProcessEnv {
  const none = Object.fromEntries(
    Object.keys(process.env).flatMap((key) => (key.startsWith('SPARK_') ? [[key, undefined]] : [])),
  )
  return {
    ...none,
    JAVA_HOME: java,
    SPARK_HOME: home,
    SPARK_CONF_DIR: dir,
    SPARK_LOCAL_IP: '127.0.0.1',
    SPARK_LOCAL_HOSTNAME: '127.0.0.1',
  }
}

function connectSettings(dir: string, port: number, executorMiB: number): Record<string, string> {
  return {
    'spark.connect.grpc.binding.address': '127.0.0.1',
    'spark.connect.grpc.binding.port': String(port),
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.extraJavaOptions': SMALL_JVM,
    'spark.executor.extraJavaOptions': SMALL_JVM,
    'spark.executor.memory': `${executorMiB}m`,
    'spark.ui.port': '0',
    'spark.ui.retainedStages': '100000', // so that sums over all are of all
    'spark.ui.showConsoleProgress': 'false',
    'spark.local.dir': join(dir, 'driver-local'),
    'spark.sql.warehouse.dir': join(dir, 'shared', 'warehouse'),
    'spark.sql.shuffle.partitions': '4',
  }
}
