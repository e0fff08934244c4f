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
  phrases: 'n-grams under differential privacy, against a bare count of the same.',
  'phrases-found': 'prefixes that grow under differential privacy, against a bare count.',
  synthetic: 'a synthetic log, against a bare count of what it is made from.',
  noise: 'exact discrete noise from the chance of the system, against a second for a million draws.',
  'interest-split': 'histories split by interest, against the bare read.',
  'long-history': 'one very long history, split by interest.',
  relink: 'sessions found again among others.',
  km: 'deletion to (k, m), against a bare pass over the same histories.',
  'km-best': 'how far deletion to (k, m) is from the best there can be.',
  invert: 'a round of inverting hashed tokens in one thread, against a bare pass over the same postings.',
  'invert-count': 'who occurs with whom, against the count of the same pairs by the engine.',
  encode: 'secret shares of every row, against hashing every row.',
  'encode-to-disk': 'the same to a file.',
  'encode-by-two': 'the same by two threads.',
  decode: 'opening all tags and checking every share, against the bare group-by of the same tags.',
  simulate: 'simulated peers, against a bare pass.',
  microaggregation: 'groups of like users, against the time they may take.',
  'peer-hop': 'a query by way of a peer, against a bare connection.',
  series: 'a day of a series, against a bare count of its window.',
  compare: 'all methods compared, against their releases one by one.',
  'compare-log': 'the same on a log of this size.',
  verify: 'a release verified against its log, against the release.',
  report: 'a report of a release, against the release.',
  workbench: 'the page of the workbench, against the command line.',
  help: '`lethe --help`, against a bare start of Node.js.',
  kafka: 'shares into Kafka, against a bare producer.',
}

/** Benches whose limit is a program of others. */
export const PEERS: Readonly<Record<string, string>> = {
  'decode-command':
    '`lethe decode` whole, from the start of its process to the written file, against what sta-rs 0.3.3 (crates.io) takes in memory to recover the queries of the same log; both in processor time, since sta-rs has one thread.',
  'peer-presidio':
    'a million queries looked through for e-mail addresses, telephone, card and account numbers, addresses of the network and of the web, by all our kinds on one core, against the recognisers of presidio-analyzer 2.2.359 (PyPI) for these alone.',
}
