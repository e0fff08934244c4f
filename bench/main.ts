import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PACKAGE_ROOT } from '../src/base/package-root.js'
import { CHECK_PARTS, compareLogBench, reportBench, verifyBench } from './checks.js'
import { clusterBench, clusterGrowth } from './cluster/index.js'
import { compareBench } from './compare.js'
import { DECODE_PARTS, decodeCommand } from './decode.js'
import { HISTOGRAM_PARTS, noiseBench, zealousBench } from './histograms.js'
import { accessBench, chatBench, INPUT_PARTS } from './inputs.js'
import { invertBench } from './invert.js'
import { COUNT_PARTS, invertCountBench } from './invert-count.js'
import { KAFKA_PARTS, kafkaBench } from './kafka.js'
import { KM_PARTS, kmBench, kmCommandBench } from './km/bench.js'
import { kmBest } from './km/best.js'
import { type Outcome, round } from './measure.js'
import { microaggregation, microaggregationPart } from './microaggregation.js'
import { peerBench } from './peer.js'
import { openDpBench, pipelineDpBench } from './peers/histograms.js'
import { pyFimBench } from './peers/pairs.js'
import { presidioBench } from './peers/presidio.js'
import { PHRASES_PARTS, phrasesBench, phrasesFoundBench } from './phrases.js'
import { RELEASED_PARTS, releaseSemantic, releaseSyntactic } from './released.js'
import { SCAN_PARTS, scanBench, scanLogBench } from './scan.js'
import { seriesBench, seriesCostBench } from './series.js'
import { longHistoryBench, relinkBench, SESSION_PARTS, splitBench } from './sessions.js'
import { decodeBench, encodeBench, encodeByTwo, encodeToDisk, SHARE_PARTS } from './shares.js'
import { SIMULATE_PARTS, simulateBench } from './simulate.js'
import { ingest, PARTS, packed, rareQueries, uneven } from './spine.js'
import { SYNTHETIC_PARTS, syntheticBench } from './synthetic.js'
import { WORKBENCH_PARTS, workbenchBench, workbenchRowsBench } from './workbench.js'

const FULL = 36_000_000

/** Each bench by name; `rows` is the size of the made-up log. */
const BENCHES: Readonly<Record<string, (rows: number) => Outcome | Promise<Outcome>>> = {
  ingest,
  uneven,
  packed,
  access: accessBench,
  chat: (rows) => chatBench(rows / 20),
  'rare-queries': (rows) => rareQueries(rows),
  'rare-queries-1GiB': (rows) => rareQueries(rows, 2 ** 30),
  scan: scanBench,
  'scan-log': scanLogBench,
  zealous: zealousBench,
  phrases: phrasesBench,
  'phrases-found': phrasesFoundBench,
  synthetic: syntheticBench,
  noise: noiseBench,
  'interest-split': splitBench,
  'long-history': () => longHistoryBench(),
  relink: relinkBench,
  km: kmBench,
  'km-command': kmCommandBench,
  'km-best': kmBest,
  invert: invertBench,
  'invert-count': invertCountBench,
  encode: encodeBench,
  'encode-to-disk': encodeToDisk,
  'encode-by-two': encodeByTwo,
  decode: decodeBench,
  'decode-command': decodeCommand,
  'peer-presidio': () => presidioBench(),
  'peer-opendp': openDpBench,
  'peer-pipeline-dp': pipelineDpBench,
  'peer-pyfim': pyFimBench,
  simulate: simulateBench,
  microaggregation,
  'release-syntactic': releaseSyntactic,
  'release-semantic': releaseSemantic,
  'peer-hop': peerBench,
  series: seriesBench,
  'series-cost': () => seriesCostBench(),
  compare: compareBench,
  'compare-log': compareLogBench,
  verify: verifyBench,
  report: reportBench,
  workbench: workbenchBench,
  'workbench-rows': () => workbenchRowsBench(),
  help,
}

/** These fetch a cluster or a broker and need Java: only for those who name them. */
const WITH_JAVA: typeof BENCHES = {
  kafka: kafkaBench,
  'cluster-rare-queries': (rows) => clusterBench('rare-queries')(rows / 10),
  'cluster-zealous': (rows) => clusterBench('zealous')(rows / 10),
  'cluster-growth': clusterGrowth,
}

/** The time to `./lethe --help`, against a bare start of node. */
function help(): Outcome {
  const best = (command: string, args: readonly string[]) =>
    Math.min(
      ...Array.from({ length: 7 }, () => {
        const started = performance.now()
        spawnSync(command, args, { cwd: PACKAGE_ROOT })
        return performance.now() - started
      }),
    )
  const limit = best(process.execPath, ['-e', '0'])
  const ours = best(join(PACKAGE_ROOT, 'lethe'), ['--help'])
  return {
    name: 'help',
    ours: round(ours),
    limit: round(limit),
    ratio: round(ours / limit),
    unit: 'ms',
    atMost: 300 / limit,
    peakMiB: 0,
    detail: {},
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, list: { type: 'boolean' }, rows: { type: 'string' }, part: { type: 'string' } },
})
if (values.part !== undefined) {
  const [path = '', memory = ''] = positionals
  const microaggregated = { microaggregation: (users: string) => microaggregationPart(Number(users)) }
  const parts: typeof PARTS = {
    ...PARTS,
    ...HISTOGRAM_PARTS,
    ...PHRASES_PARTS,
    ...SYNTHETIC_PARTS,
    ...KM_PARTS,
    ...SHARE_PARTS,
    ...DECODE_PARTS,
    ...KAFKA_PARTS,
    ...SIMULATE_PARTS,
    ...SESSION_PARTS,
    ...COUNT_PARTS,
    ...INPUT_PARTS,
    ...WORKBENCH_PARTS,
    ...CHECK_PARTS,
    ...SCAN_PARTS,
    ...RELEASED_PARTS,
    ...microaggregated,
  }
  process.stdout.write(JSON.stringify(await parts[values.part]?.(path, Number(memory))))
} else if (values.list) {
  process.stdout.write(`${Object.keys(BENCHES).join('\n')}\n`)
} else {
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHES)
  const all = { ...BENCHES, ...WITH_JAVA }
  if (positionals.length === 0)
    process.stderr.write(`left out, for they need Java: ${Object.keys(WITH_JAVA).join(', ')}\n`)
  const unknown = names.find((name) => !(name in all))
  if (unknown !== undefined) {
    process.stderr.write(`there is no bench '${unknown}'; there are ${Object.keys(all).join(', ')}\n`)
    process.exitCode = 2
  } else {
    const rows = values.rows === undefined ? FULL : Number(values.rows)
    for (const name of names) show(await all[name]!(rows))
  }
}

function show(outcome: Outcome): void {
  const { name, ours, limit, ratio, unit, atMost, peakMiB, detail } = outcome
  const more = Object.entries(detail).map(([what, figure]) => `, ${what} ${figure}`)
  const text = `${name}: ours ${ours} ${unit}, limit ${limit} ${unit}, ratio ${ratio} (at most ${round(atMost)})${peakMiB > 0 ? `, peak ${peakMiB} MiB` : ''}${more.join('')}`
  process.stdout.write(`${values.json ? JSON.stringify(outcome) : text}\n`)
}
