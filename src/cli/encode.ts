import { createReadStream, writeSync } from 'node:fs'
import { Command, Option } from 'commander'
import { defined } from '../base/defined.js'
import { fail } from '../base/errors.js'
import {
  type EncodeTopicOptions,
  encode,
  encodeTopic,
  parseColumns,
  ReaderGone,
  SHARE_SCHEMES,
  type ShareScheme,
  STREAM_FORMATS,
} from '../index.js'
import { whole } from './common.js'
import { printable } from './errors.js'
import type { Verb } from './verbs.js'

interface Flags {
  readonly key?: string
  readonly t?: number
  readonly scheme: ShareScheme
  readonly n: number
  readonly epoch: string
  readonly server?: string
  readonly serverKey?: string
  readonly serverToken?: string
  readonly unpinned?: boolean
  readonly link: 'none' | 'user'
  readonly time: 'day' | 'hour' | 'exact'
  readonly header: boolean
  readonly format?: (typeof STREAM_FORMATS)[number]
  readonly columns?: Readonly<Record<string, string>>
  readonly unit?: string
  readonly zone: string
  readonly threads: number
  readonly quiet?: boolean
}

interface TopicFlags extends Flags {
  readonly from?: string
  readonly to?: string
  readonly group?: string
  readonly setAside?: string
  readonly metrics?: number
  readonly drain?: boolean
}

const verb: Verb = {
  command: async () =>
    new Command('encode')
      .description(
        'Share queries as they come: rows from standard input, shared rows to standard output, one for each, in order; or from a Kafka topic to another, or to files.\nA row becomes tag, x, SCHEME_tT (the value at x), text (encrypted) and its day, as tab-separated text. lethe decode opens what t persons asked.\nOrder and repeats stay visible: equal (tag, x) are the same person asking again. A release made by lethe release secret-shares hides both.',
      )
      .optionsGroup('Sharing:')
      .option('--key <file>', 'the key, or that of one epoch (see lethe keygen)')
      .option('--t <n>', 'persons who must have asked a query before it can be read', whole(2))
      .addOption(new Option('--scheme <name>', 'how queries are shared').choices(SHARE_SCHEMES).default('field'))
      .option('--n <n>', 'points of the scheme shamir', whole(2), 1000)
      .option('--epoch <length>', 'how long a key lasts: none, day, week, month, year, or days such as 30d', 'none')
      .option('--server <url>', 'scheme oblivious: where lethe oprf-server listens')
      .option('--server-key <file>', "scheme oblivious: the server's public keys, from its holder")
      .option('--server-token <file>', 'scheme oblivious: the token that the server asks for')
      .option('--unpinned', 'scheme oblivious: take whatever key the server gives')
      .optionsGroup('Rows:')
      .addOption(
        new Option('--link <what>', 'a pseudonym for each user and epoch').choices(['none', 'user']).default('none'),
      )
      .addOption(new Option('--time <grain>', 'how exact times are').choices(['day', 'hour', 'exact']).default('day'))
      .option('--no-header', 'leave the line with the names of the columns out')
      .addOption(
        new Option('--format <name>', 'format of the rows (found by itself where it can be)').choices(STREAM_FORMATS),
      )
      .option(
        '--columns <list>',
        'where columns are: user=..,query=..,time=.. by name or position; in ndjson by key or path such as user.id',
        parseColumns,
      )
      .option('--unit <name>', 'what counts as one person where the rows have no users')
      .option('--zone <name>', 'zone in which times that name their own are told', 'UTC')
      .optionsGroup('From Kafka (npm install @platformatic/kafka@1):')
      .option('--from <address>', 'a topic of JSON documents, kafka://host:9092/topic, instead of standard input')
      .option(
        '--to <place>',
        'another topic, kafka://host:9092/topic2, or a folder: Parquet files by the hour, rows of each in no order of arrival',
      )
      .option('--group <name>', 'readers of one group share the partitions (default: named after both ends)')
      .option('--set-aside <file>', 'add to a file where messages stand that became no row, never what they say')
      .option('--metrics <port>', 'figures for Prometheus, to this machine alone', whole(0))
      .option('--drain', 'end when all is shared that was there at the start')
      .optionsGroup('In general:')
      .option('--threads <n>', 'threads to use; the output is the same', whole(1), 1)
      .option('--quiet', 'no word at the end')
      .option('--verbose', 'more about errors')
      .addHelpText(
        'after',
        `
Examples:
  lethe keygen -o key
  lethe encode --key key --t 5 < log.tsv > shared.tsv
  lethe decode shared.tsv -o opened.tsv
  lethe encode --key key --t 5 --from kafka://127.0.0.1:9092/queries --columns user=user,query=q,time=at --to kafka://127.0.0.1:9092/shares
  lethe encode --key key --t 5 --from kafka://127.0.0.1:9092/queries --columns user=user,query=q,time=at --to shares

An address may go on with options: ?tls=true (or ca=, cert=, key= with files), sasl=plain|scram-sha-256|scram-sha-512, session=MILLISECONDS. User and password
come from LETHE_KAFKA_USER and LETHE_KAFKA_PASSWORD, or stand in it (user:password@), where others on the machine can see them.
From Kafka it runs until Ctrl-C or SIGTERM, and then finishes what it took. Each row is shared at least once; the same row twice is the same share twice, and
opens nothing more. Order of arrival and times of messages stay visible in a topic; keys of messages are left behind.`,
      )
      .action(run),
}
export default verb

async function run(flags: TopicFlags): Promise<void> {
  const { key: keyFile, t } = flags
  if (keyFile === undefined) fail('usage', 'shares need a key', 'Give --key FILE (made by lethe keygen -o FILE).')
  if (t === undefined)
    fail(
      'usage',
      'encode needs --t',
      'Choose how many persons must have asked a query before anyone can read it: 5 hides little, 30 is cautious.',
    )
  const say = (line: string) => {
    if (!flags.quiet) process.stderr.write(`lethe: ${printable(line)}\n`)
  }
  const { scheme, n, epoch, link, time, zone, header, threads } = flags
  const { server, serverKey, serverToken, unpinned, format, columns, unit } = flags
  if (flags.from !== undefined || flags.to !== undefined || fromTopic(flags) !== undefined)
    return runTopic(flags, {
      ...{ keyFile, t, scheme, n, epoch, link, time, zone, onStep: say },
      ...defined({ server, serverKey, serverToken, unpinned, columns }),
    })
  const source = createReadStream('', { fd: 0, autoClose: false, highWaterMark: 1 << 18 })
  const result = await encode(source, writeOut, {
    ...{ keyFile, t, scheme, n, epoch, link, time, zone, header, threads, onStep: say },
    ...defined({ server, serverKey, serverToken, unpinned, format, columns, unit }),
  })
  const rows = (n: number) => `${n} row${n === 1 ? '' : 's'}`
  if (result.bad > 0) say(`${rows(result.bad)} did not parse and came out empty`)
  if (result.empty > 0) say(`${rows(result.empty)} held no query and came out empty`)
  say(`encoded under the key ${result.keyId}`)
  process.exit(0) // whoever stopped reading leaves our own input open
}

/** A flag that means something from Kafka alone. */
function fromTopic({ group, setAside, metrics, drain }: TopicFlags): string | undefined {
  return Object.entries({ group, 'set-aside': setAside, metrics, drain }).find(([, value]) => value !== undefined)?.[0]
}

async function runTopic(flags: TopicFlags, sharing: Omit<EncodeTopicOptions, 'from' | 'to'>): Promise<void> {
  const { from, to, group, setAside, metrics, drain, onlyOf } = { ...flags, onlyOf: fromTopic(flags) }
  if (from === undefined || to === undefined)
    fail(
      'usage',
      `${onlyOf === undefined ? '' : `--${onlyOf} belongs to topics: `}--from and --to go together`,
      'Write --from kafka://host:9092/topic --to kafka://host:9092/topic2, or --to DIR.',
    )
  if (flags.format !== undefined && flags.format !== 'ndjson')
    fail('usage', 'messages of a topic are JSON documents', 'Leave --format out.')
  if (flags.unit !== undefined)
    fail('usage', 'a topic needs no --unit', 'Name the key of the person: --columns user=KEY.')
  if (flags.threads > 1)
    fail('usage', 'one process shares a topic with one thread', 'Start several: those of one --group share the work.')
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end).once('SIGTERM', end)
  const result = await encodeTopic({
    ...{ ...sharing, from, to, signal: stop.signal },
    ...defined({ group, setAside, metrics, drain }),
  })
  const { read, shared, malformed, empty, files, keyId } = result
  const inFiles = files === 0 ? '' : `, in ${files} file${files === 1 ? '' : 's'}`
  const { onStep: say = () => {} } = sharing
  if (malformed > 0) say(`${malformed} messages were no rows and were set aside`)
  if (empty > 0) say(`${empty} rows held no query`)
  say(`shared ${shared} of ${read} messages under the key ${keyId}${inFiles}`)
  process.exit(0) // the client may still wait for a broker that is gone
}

const pause = new Int32Array(new SharedArrayBuffer(4))

/** Writes all bytes before it returns, so that a slow reader slows us down and nothing piles up. */
function writeOut(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at)
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code === 'EPIPE') throw new ReaderGone()
      if (code === 'EAGAIN') Atomics.wait(pause, 0, 0, 2)
      else fail('output', `standard output cannot be written (${code ?? 'unknown reason'})`, 'Check the disk.', cause)
    }
  }
}
