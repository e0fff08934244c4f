import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cached, checkDigest, pip } from './cache.js'
import { type Guarded, startGuarded } from './guarded.js'
import { javaHome } from './java.js'
import { freePort } from './ports.js'
import { type RunningCluster, runningAt, type Whereabouts } from './running.js'

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
  /** Does it work long enough for its code to be compiled with care? Tests do not. */
  readonly longLived?: boolean
  /** A folder that goes before the path of the workers. */
  readonly workerPath?: string
  /** Where workers keep shuffles and spills, by the number of the worker. */
  readonly workerDir?: (worker: number) => string
}

/** A Spark cluster on loopback: a master, two workers of one core, a Connect server. */
export interface Cluster extends RunningCluster {
  readonly workers: readonly Guarded[]
  /** Ends the Connect server at once; `startConnect` brings it back at the same port. */
  killConnect(): Promise<void>
  startConnect(): Promise<void>
  where(): Whereabouts
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
    const [port, ui] = [await freePort(), await freePort()]
    const settings = { ...connectSettings(dir, port, ui, executorMiB, options.longLived ?? false), ...options.conf }
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
    const where = () => ({
      ...{ port, ui, shared },
      workers: workers.map((worker) => worker.pid()),
      connect: connect.pid(),
    })
    return {
      ...runningAt(port, shared, where),
      ...{ workers, where, startConnect, stop },
      killConnect: () => connect.stop(),
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
const QUICK_JVM = '-XX:TieredStopAtLevel=1' // statements of tests are over before the slow compiler would pay
const DAEMON = { SPARK_DAEMON_MEMORY: '128m', SPARK_DAEMON_JAVA_OPTS: `${SMALL_JVM} ${QUICK_JVM}` } // a Connect server would take them for its own, too

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

function connectSettings(
  dir: string,
  port: number,
  ui: number,
  executorMiB: number,
  longLived: boolean,
): Record<string, string> {
  const jvm = longLived ? SMALL_JVM : `${SMALL_JVM} ${QUICK_JVM}`
  return {
    'spark.connect.grpc.binding.address': '127.0.0.1',
    'spark.connect.grpc.binding.port': String(port),
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.extraJavaOptions': jvm,
    'spark.executor.extraJavaOptions': jvm,
    'spark.executor.memory': `${executorMiB}m`,
    'spark.ui.port': String(ui),
    'spark.ui.retainedStages': '100000', // so that sums over all are of all
    'spark.ui.showConsoleProgress': 'false',
    'spark.local.dir': join(dir, 'driver-local'),
    'spark.sql.warehouse.dir': join(dir, 'shared', 'warehouse'),
    'spark.sql.shuffle.partitions': '4',
  }
}
