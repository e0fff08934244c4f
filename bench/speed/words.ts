import { peerVersion } from '../peers/version.js'

/** What each bench holds against what. */
export const WHAT: Readonly<Record<string, string>> = {
  ingest: 'an AOL-shaped file into the engine, against the bare read of the engine.',
  uneven: 'a file with a row that is none and one whose time is none, against the same file without them.',
  packed: 'a file packed by gzip, against the same file unpacked.',
  access: 'an access log, against a bare read of its lines.',
  chat: 'a log of prompts, against a bare read of its lines.',
  'rare-queries': 'a whole release with k = 5, against bare read, group-by, sort and write.',
  'rare-queries-1GiB': 'the same within 1 GiB.',
  'scan-log': '`lethe scan --locale en` of a whole log, against reading that log.',
  'km-command':
    '`km-deletion` (2,2) without the optimiser from file to release, against five seconds at 367,803 users; other levels against their goals.',
  'release-syntactic':
    '`microaggregate-syntactic` from file to release, against three minutes for 10,000 users, less by the square for fewer.',
  'release-semantic':
    '`microaggregate-semantic` from file to release, against 20 minutes for 650,000 users, less in proportion for fewer.',
  scan: 'the identifier with all kinds, against one regular expression over the same queries.',
  zealous:
    'a histogram under differential privacy from file to Parquet, against bare read, distinct pairs and group-by.',
  phrases: 'phrases of up to three words from file to Parquet, against `zealous` of the same log.',
  'phrases-found': 'phrases that `set-union` of one length finds in prompts, for each that `phrases` does.',
  synthetic: '`synthetic` from file to Parquet, against `zealous` of the same log.',
  noise: 'exact discrete noise from the chance of the system, against a second for a million draws.',
  'interest-split': 'histories split by interest, against the bare read.',
  'long-history': 'one history of 100,000 rows split by interest, against one of 50,000.',
  relink: 'a session asked of the index of all, against the same with every posting read.',
  km: 'deletion to (k, m), against a bare pass over the same histories.',
  'km-best':
    'per cent of the words of 1,017 people that (2,2) keeps, against the most that any deletion could keep; limit by ours.',
  invert: 'a round of inverting hashed tokens in one thread, against a bare pass over the same postings.',
  'invert-count': 'who occurs with whom, against the count of the same pairs by the engine.',
  encode: 'secret shares of every row, against hashing every row.',
  'encode-to-disk': 'the same to a file.',
  'encode-by-two': 'the same by two threads.',
  decode: 'opening all tags and checking every share, against the bare group-by of the same tags.',
  simulate: 'simulated peers, against a bare pass.',
  microaggregation: 'the distance of two users, against its plain definition.',
  'peer-hop': 'what a hop to another peer adds to a query, against the query without it.',
  series: 'an addition at the end of a year, against one after the first window.',
  'series-cost': 'the same, where the days that no compared addition looks back to have few rows.',
  compare:
    'the usual settings of all methods on a thousand people: the time of all processes, against what the settings took one by one.',
  'compare-log': 'one setting on a whole log, against a release and a report of it.',
  verify: '`verify --against` of a whole log, against a bare read of log and release, a count of persons and a join.',
  report: '`report --against` of a whole log with all attacks, against five minutes for 36 million rows.',
  workbench: 'a log read in the page of the workbench, against `inspect`.',
  'workbench-rows': 'frames of a table of 100,000 texts that is scrolled, against frames with nothing to draw.',
  help: '`./lethe --help` from a checkout, against a bare start of Node.js.',
  kafka: 'shares into Kafka, against a bare producer.',
}

/** Benches whose limit is a program of others. */
export const PEERS: Readonly<Record<string, string>> = {
  'decode-command': `\`lethe decode\` whole, from the start of its process to the written file, against what ${peerVersion('sta-rs')} takes in memory to recover the queries of the same log; both in processor time, since sta-rs has one thread.`,
  'peer-presidio': `a million queries looked through for e-mail addresses, telephone, card and account numbers, addresses of the network and of the web, by all our kinds on one core, against the recognisers of ${peerVersion('presidio')} for these alone.`,
  'peer-opendp': `a histogram of queries from file to release (\`zealous\`, epsilon ln 10, delta 1e-8, 20 queries of a person), against ${peerVersion('opendp')} from file to counts under the same promise.`,
  'peer-pipeline-dp': `the same against ${peerVersion('pipeline-dp')} on its own, without a cluster.`,
  'peer-pyfim': `deletion to (2,2), which counts all pairs of terms and deletes until none is rare, against the quicker of FP-growth and Eclat of ${peerVersion('pyfim')}, which count the pairs that two histories share and delete nothing; the same histories in memory.`,
}

/** Benches whose limit is so many seconds by the clock, and no work that was done beside: on a busy machine a miss says nothing. */
export const BY_THE_CLOCK: readonly string[] = ['km-command', 'release-syntactic', 'release-semantic', 'report']

/** Whom we looked for and cannot run. */
export const WITHOUT =
  'No MDAV stands here: of the registries that need nothing but Node.js, Python or Rust (npm, PyPI, crates.io) none has one that we found; that of sdcMicro (CRAN) needs R.'
