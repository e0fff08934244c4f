/**
 * Lethe as a library: one call for each verb of the command line, which uses nothing else.
 *
 * Each call takes plain options. How the log is read stands in `input`; `threads`, `memory` and `temp` say what the call may use of the machine, `onProgress` and
 * `onStep` are told how far it is, `signal` stops it. Whatever goes wrong is a {@link LetheError}. What a call needs is loaded when it is called.
 *
 * @packageDocumentation
 */
import type { AttackResult } from './attacks/attack.js'
import type { Verdict } from './checks/check.js'
import type { Resources } from './engines/session.js'
import type { GenerateOptions, Written } from './generate/index.js'
import type { InputOptions } from './ingest/options.js'
import type { Budget } from './ledger/entry.js'
import type { Friend } from './peer/node/home.js'
import type { RunningPeer } from './peer/node/peer.js'
import type { Simulation } from './peer/simulate/result.js'
import type { Plan } from './plans/plan.js'
import type { Diff } from './report/diff.js'
import type { FrontierPictures } from './report/frontier.js'
import type { Inspection } from './report/inspection.js'
import type { Preview } from './report/preview.js'
import type { Recommendation } from './report/recommendation.js'
import type { AttackOptions } from './run/attack.js'
import type { CompareOptions, Comparison } from './run/compare/index.js'
import type { GridCost } from './run/compare/pace.js'
import type { Config } from './run/config.js'
import type { DecodeOptions, DecodeResult } from './run/decode.js'
import type { DemoOptions } from './run/demo.js'
import type { DiffOptions } from './run/diff/index.js'
import type { Diagnosis, DoctorOptions } from './run/doctor.js'
import type { EncodeOptions, EncodeResult } from './run/encode.js'
import type { EncodeTopicOptions, EncodeTopicResult } from './run/encode-topic.js'
import type { CleanOptions, EngineCheck, LeftOver } from './run/engine.js'
import type { GenerateTarget } from './run/generate.js'
import type { InspectOptions } from './run/inspect.js'
import type { KeygenOptions } from './run/keygen.js'
import type { LedgerOptions, LedgerResult } from './run/ledger.js'
import type { MeasureOptions, MeasureResult } from './run/measure.js'
import type { OprfKeyOptions, OprfServer, OprfServerOptions } from './run/oprf-server.js'
import type { PeerHome, PeerOptions } from './run/peer.js'
import type { PreviewOptions } from './run/preview.js'
import type { RecommendOptions } from './run/recommend.js'
import type { ExplainOptions, Explanation, ReleaseOptions, ReleaseResult } from './run/release/index.js'
import type { Spending } from './run/release/spend.js'
import type { FoundRelease } from './run/releases.js'
import type { ReportOptions, ReportResult } from './run/report.js'
import type { ScanOptions, ScanResult } from './run/scan.js'
import type { Added, AddOptions } from './run/series/add.js'
import type { Begun, SeriesOptions } from './run/series/init.js'
import type { SeriesView } from './run/series/show.js'
import type { SimulateOptions } from './run/simulate.js'
import type { TrialOptions } from './run/trial.js'
import type { VerifyOptions } from './run/verify.js'
import type { WhatStays } from './run/what-stays.js'

export { type ErrorCode, LetheError } from './base/errors.js'
export * from './library/catalogue.js'
export * from './library/choices.js'
export * from './library/in-words.js'
export type * from './library/types.js'

/** What calls that read a log take beside their own options. */
export interface Reading extends Resources {
  /** How the log is read, where that is not found by itself. */
  readonly input?: InputOptions
}

/** Files (plain, .gz, .zst), folders, globs, or `-` for standard input. */
export type Logs = readonly string[]

/** What is in a log: rows, persons, distinct queries, how unique they are, and what a threshold would keep. */
export async function inspect(logs: Logs, options: InspectOptions & Reading = {}): Promise<Inspection> {
  return (await import('./run/inspect.js')).inspect(logs, options.input, options, options)
}

/** What a configuration says (lethe.yaml of the folder, where no file is named): the log, how it is read, output, ledger, plan. */
export async function readConfig(file?: string): Promise<Config> {
  return (await import('./run/config.js')).readConfig(file)
}

/** What is understood of a log from its first part, before anything is done with it: which column became what, and why. */
export async function preview(logs: Logs, options: PreviewOptions & Reading = {}): Promise<Preview> {
  return (await import('./run/preview.js')).preview(logs, options, options.input, options)
}

/** Identifying data in a log: where it stands, never what it says. */
export async function scan(logs: Logs, options: ScanOptions & Reading = {}): Promise<ScanResult> {
  return (await import('./run/scan.js')).scan(logs, options, options.input, options)
}

/** Makes a release by a plan (see {@link planFrom} and {@link readPlan}); it is there whole or not at all. */
export async function release(logs: Logs, options: ReleaseOptions & Reading): Promise<ReleaseResult> {
  return (await import('./run/release/index.js')).release(logs, options, options.input, options)
}

/** What a plan would promise, and its thresholds; touches no data. */
export async function explain(plan: Plan, options: ExplainOptions & Pick<Reading, 'input'> = {}): Promise<Explanation> {
  return (await import('./run/release/index.js')).explained(plan, options, options.input)
}

/** What a release by a plan would enter into the ledger of its population, and how that would stand then; enters nothing. */
export async function spending(
  plan: Plan,
  options: Pick<ReleaseOptions, 'population' | 'ledger'> = {},
): Promise<Spending> {
  return (await import('./run/release/spend.js')).spending(plan, options)
}

/** What would stay of a log by the number that a plan goes by (k, t, epsilon), from what {@link inspect} counted; null where counts do not tell. */
export async function whatStays(
  plan: Plan,
  log: Pick<Inspection, 'uniqueness'>,
  options: Pick<Reading, 'input'> = {},
): Promise<WhatStays | null> {
  return (await import('./run/what-stays.js')).whatStays(plan, log, options.input)
}

/** The releases that lie in a folder, the newest first, with what their private records say. */
export async function releases(folder: string): Promise<readonly FoundRelease[]> {
  return (await import('./run/releases.js')).releases(folder)
}

/** Checks the claim of a release (a folder), or a stated claim on foreign data (a file). */
export async function verify(path: string, options: VerifyOptions & Reading = {}): Promise<Verdict> {
  return (await import('./run/verify.js')).verify(path, options, options.input, options)
}

/** Attacks a release (a folder, or a foreign file), or, for attacks that make releases, a log by a plan. */
export async function attack(
  name: string,
  target: string,
  options: AttackOptions & Reading = {},
): Promise<AttackResult> {
  return (await import('./run/attack.js')).attack(name, target, options, options.input, options)
}

/** Puts a plan to a trial by its name: it makes releases of changed copies of a log and looks at what comes out. */
export async function trial(name: string, logs: Logs, options: TrialOptions & Reading): Promise<object> {
  return (await import('./run/trial.js')).trial(name, logs, options, options.input, options)
}

/** Measures a release against its original: what privacy and what use are left. */
export async function measure(logs: Logs, dir: string, options: MeasureOptions & Reading = {}): Promise<MeasureResult> {
  return (await import('./run/measure.js')).measure(logs, dir, options, options.input, options)
}

/** Many settings on one log, attacked and measured, with a report; a run that was stopped continues. */
export async function compare(logs: Logs, options: CompareOptions & Reading): Promise<Comparison> {
  return (await import('./run/compare/index.js')).compare(logs, options, options.input, options)
}

/** What a grid comes to before it is compared on a log of so many rows: settings, and about how long it takes. What has been tried already is left out. */
export async function gridCost(
  grid: object,
  rows: number,
  threads?: number,
  isTried?: (cell: { readonly label: string; readonly seed: number }) => boolean,
): Promise<GridCost> {
  return (await import('./run/compare/pace.js')).gridCost(grid, rows, threads, isTried)
}

/** From what one can accept and needs to settings, with the reasons; without logs the comparison in `out` is taken up. */
export async function recommend(logs: Logs, options: RecommendOptions & Reading): Promise<Recommendation> {
  return (await import('./run/recommend.js')).recommend(logs, options, options.input, options)
}

/** The plan of a setting of a comparison that was made, for {@link planFrom}. */
export async function settingPlan(
  out: string,
  label: string,
  options: Pick<RecommendOptions, 'own' | 'unfinished'> = {},
): Promise<object> {
  return (await import('./run/recommend.js')).settingPlan(out, label, options)
}

/** What pictures of a recommendation show: privacy against use for each attacker. */
export async function pictured(recommendation: Recommendation): Promise<FrontierPictures> {
  return (await import('./run/recommend.js')).pictured(recommendation)
}

/** Checks, attacks and measures a release, and writes what came out as one page. */
export async function report(dir: string, options: ReportOptions & Reading): Promise<ReportResult> {
  return (await import('./run/report.js')).report(dir, options, options.input, options)
}

/** Two releases of the same people beside each other: what came, went and changed, as whoever has both sees it. Reads no log. */
export async function diff(earlier: string, later: string, options: DiffOptions & Resources = {}): Promise<Diff> {
  return (await import('./run/diff/index.js')).diff(earlier, later, options, options)
}

/** Shares queries as they come: rows in, shared rows out, one for each, in order, handed to `sink` as soon as they are there. */
export async function encode(
  source: AsyncIterable<Uint8Array>,
  sink: (bytes: Uint8Array) => void,
  options: EncodeOptions,
): Promise<EncodeResult> {
  return (await import('./run/encode.js')).encode(source, sink, options)
}

/** Shares the rows of a Kafka topic as they arrive, to another topic or to Parquet files by the hour, until it is stopped. */
export async function encodeTopic(options: EncodeTopicOptions): Promise<EncodeTopicResult> {
  return (await import('./run/encode-topic.js')).encodeTopic(options)
}

/** Opens what can be opened of shared queries, without a key. */
export async function decode(inputs: readonly string[], options: DecodeOptions & Resources): Promise<DecodeResult> {
  return (await import('./run/decode.js')).decode(inputs, options, options)
}

/** What has been spent on each population, and what it may spend. */
export async function ledger(options: LedgerOptions = {}): Promise<LedgerResult> {
  return (await import('./run/ledger.js')).ledger(options)
}

/** Sets what may be spent on a population over its lifetime. */
export async function setBudget(
  population: string,
  budget: Budget,
  options: Pick<LedgerOptions, 'ledger'> = {},
): Promise<LedgerResult> {
  return (await import('./run/ledger.js')).budget(population, budget, options)
}

/** Begins a series: one promise, and a release every day or week. */
export async function beginSeries(
  dir: string,
  options: SeriesOptions & { readonly input?: InputOptions },
): Promise<Begun> {
  return (await import('./run/series/init.js')).beginSeries(dir, options, options.input)
}

/** Adds the log of one period to a series, and releases it. The same content again does nothing; other content is refused. */
export async function addPeriod(dir: string, logs: Logs, options: AddOptions & Resources = {}): Promise<Added> {
  return (await import('./run/series/add.js')).addToSeries(dir, logs, options, options)
}

/** How a series stands: its promise, its periods, what was missed, the ledger. Reads no log. */
export async function showSeries(dir: string): Promise<SeriesView> {
  return (await import('./run/series/show.js')).viewSeries(dir)
}

/** Makes a key for tags and shares, or takes that of one epoch from it. */
export async function keygen(out: string, options: KeygenOptions = {}): Promise<{ readonly id: string }> {
  return (await import('./run/keygen.js')).keygen(out, options)
}

/** Asks a Spark cluster (sc://host:port), before a log is there, what a run would ask it; and whether releases can go to places of a storage. */
export async function engineCheck(
  address: string,
  options: Resources = {},
  places: readonly string[] = [],
): Promise<EngineCheck> {
  return (await import('./run/engine.js')).engineCheck(address, options, places)
}

/** Removes what killed runs left on a Spark cluster; with `look` it only tells, with `all` it removes what is of runs under way too. */
export async function engineClean(
  address: string,
  options: CleanOptions = {},
  resources: Resources = {},
): Promise<{ readonly found: readonly LeftOver[] }> {
  return (await import('./run/engine.js')).engineClean(address, options, resources)
}

/** Makes a log with a known truth: same options, same bytes. */
export async function generate(options: GenerateOptions & GenerateTarget & Resources): Promise<Written> {
  return (await import('./run/generate.js')).generate(options, options, options)
}

/** Many peers that submit each other's queries, in one process: how well they hide, and what it costs. */
export async function simulate(options: SimulateOptions & Resources = {}): Promise<Simulation> {
  return (await import('./run/simulate.js')).simulatePeers(options, options)
}

/** Starts a peer: a search box whose queries go out in the names of friends. */
export async function peer(options: PeerOptions = {}): Promise<RunningPeer> {
  return (await import('./run/peer.js')).peer(options)
}

/** The same without a terminal: what is not known yet is asked for on the page, which `opened` is told of; then the peer starts there. */
export async function peerOnPage(
  options: Omit<PeerOptions, 'consent'> & { readonly opened: (url: string) => void },
): Promise<RunningPeer> {
  return (await import('./run/peer.js')).peerOnPage(options)
}

/** What a friend needs to add this peer. */
export async function peerInvitation(
  options: PeerHome & { readonly address?: string } = {},
): Promise<{ readonly invitation: string; readonly id: string }> {
  return (await import('./run/peer.js')).peerInvitation(options)
}

/** Lists a friend by their invitation; friends must list each other. */
export async function addFriend(
  invitation: string,
  options: PeerHome & { readonly name?: string } = {},
): Promise<Friend> {
  return (await import('./run/peer.js')).addFriend(invitation, options)
}

/** Strikes friends off, by name or id, and returns them. */
export async function removeFriend(friend: string, options: PeerHome = {}): Promise<readonly Friend[]> {
  return (await import('./run/peer.js')).removeFriend(friend, options)
}

/** The friends of a peer. */
export async function friends(options: PeerHome = {}): Promise<readonly Friend[]> {
  return (await import('./run/peer.js')).friends(options)
}

/** Starts the other party of the scheme oblivious: it holds half of the key and sees no query. */
export async function oprfServer(options: OprfServerOptions): Promise<OprfServer> {
  return (await import('./run/oprf-server.js')).oprfServer(options)
}

/** The public keys of that party, for its clients to pin. */
export async function oprfPublicKeys(options: OprfKeyOptions, days?: string): Promise<string> {
  return (await import('./run/oprf-server.js')).oprfPublicKeys(options, days)
}

/** Finds what killed runs left behind, and mends it. */
export async function doctor(options: DoctorOptions = {}): Promise<Diagnosis> {
  return (await import('./run/doctor.js')).doctor(options)
}

/** The whole story on a made-up log, with a report to look at. */
export async function demo(options: DemoOptions & Resources): Promise<{ readonly report: string }> {
  return (await import('./run/demo.js')).demo(options, options)
}
