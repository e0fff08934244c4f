import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../../support/certificate.js'
import { cached } from './cache.js'
import { type Guarded, startGuarded } from './guarded.js'
import { javaHome } from './java.js'
import { dependency, fetchJars } from './maven.js'
import { freePort, listening } from './ports.js'

const VERSION = '4.1.0'

/** A Kafka broker on loopback: one process, which is its own controller. */
export interface Broker {
  /** kafka://127.0.0.1:PORT, to be followed by /topic. */
  readonly url: string
  /** host:port of the listener that asks for TLS and for a password, the file of its certificate, and whom it lets in. */
  readonly secure: { readonly broker: string; readonly cert: string; readonly user: string; readonly password: string }
  /** Ends it at once, as a crash would; `start` brings it back at the same ports with what it had. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The folder of Kafka's jars, fetched on first use. */
export function kafkaHome(): Promise<string> {
  return cached(`kafka-${VERSION}`, (dir) =>
    fetchJars(dir, 'Kafka', [dependency('org.apache.kafka', 'kafka_2.13', VERSION)]),
  )
}

/** Starts a broker; it ends with this process at the latest. */
export async function startKafka(): Promise<Broker> {
  const java = join(javaHome(), 'bin', 'java')
  const classes = ['-cp', join(await kafkaHome(), 'jars', '*')]
  const dir = mkdtempSync(join(tmpdir(), 'lethe-kafka-'))
  const [port, controller, tls] = [await freePort(), await freePort(), await freePort()]
  const [user, password] = ['lethe', randomBytes(9).toString('hex')]
  const { key, cert } = makeCertificate(dir)
  const settings = join(dir, 'server.properties')
  writeFileSync(join(dir, 'both.pem'), `${readFileSync(key, 'utf8')}${readFileSync(cert, 'utf8')}`)
  writeFileSync(settings, propertiesOf(dir, { port, controller, tls }, user, password), { mode: 0o600 })
  const format = ['format', '-t', randomBytes(16).toString('base64url'), '-c', settings]
  const scram = ['--add-scram', `SCRAM-SHA-512=[name=${user},password=${password}]`]
  execFileSync(java, [...classes, '-Xmx128m', 'kafka.tools.StorageTool', ...format, ...scram], { stdio: 'ignore' })
  let server: Guarded | undefined
  const start = async () => {
    // One core and little to do: what is compiled quickly is fast enough.
    const small = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
    server = await startGuarded('kafka', dir, [java, ...classes, ...small, 'kafka.Kafka', settings])
    await listening(port, 60)
    await listening(tls, 60)
  }
  const crash = async () => server?.stop()
  await start()
  return {
    ...{ url: `kafka://127.0.0.1:${port}`, start, crash },
    secure: { broker: `127.0.0.1:${tls}`, cert, user, password },
    async stop() {
      await crash()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function propertiesOf(
  dir: string,
  { port, controller, tls }: Readonly<Record<'port' | 'controller' | 'tls', number>>,
  user: string,
  password: string,
): string {
  const listeners = `PLAIN://127.0.0.1:${port},SECURE://127.0.0.1:${tls}`
  const login = 'org.apache.kafka.common.security.plain.PlainLoginModule'
  const scramLogin = 'org.apache.kafka.common.security.scram.ScramLoginModule'
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controller}`,
    'advertised.listeners': listeners,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAIN',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAIN:PLAINTEXT,SECURE:SASL_SSL',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
    'listener.name.secure.plain.sasl.jaas.config': `${login} required user_${user}="${password}";`,
    'listener.name.secure.scram-sha-512.sasl.jaas.config': `${scramLogin} required;`,
    'listener.name.secure.ssl.keystore.type': 'PEM',
    'listener.name.secure.ssl.keystore.location': join(dir, 'both.pem'),
    'log.dirs': join(dir, 'data'),
    'log.retention.ms': -1, // tests tell times of long ago
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 300,
    'auto.create.topics.enable': false,
    'num.network.threads': 1,
    'num.io.threads': 2,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
