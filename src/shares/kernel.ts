import { type Global, newKernel } from '../base/kernels.js'

/** What kernels/shares.ts exports. Addresses and lengths are bytes. */
export interface ShareKernel {
  readonly memory: WebAssembly.Memory
  readonly epochKeys: Global
  readonly dayEpochs: Global
  readonly query: Global
  readonly input: Global
  readonly output: Global
  readonly asked: Global
  readonly askedLength: Global
  readonly askedDay: Global
  readonly askedEpoch: Global
  readonly written: Global
  readonly badRows: Global
  readonly emptyRows: Global
  readonly givenTime: Global
  readonly seed: Global
  layOut(t: number, epochs: number, cacheBytes: number, maxQuery: number, inputBytes: number, outputBytes: number): void
  configure(
    scheme: number,
    points: number,
    outsideSeeds: boolean,
    user: number,
    query: number,
    time: number,
    width: number,
    shows: number,
    grain: number,
    rotates: boolean,
  ): void
  start(): void
  drained(): void
  run(end: number): number
  giveQuery(length: number): void
  giveTime(epoch: number, length: number): void
  giveSeed(length: number): void
  keyedHash(key: number, message: number, length: number, out: number, blocks: number): void
  setSecret(low: bigint, high: bigint): void
  open(tag: number, text: number, size: number): number
  readonly ids: Global
  readonly xs: Global
  readonly ys: Global
  readonly cursors: Global
  readonly counts: Global
  readonly shares: Global
  readonly outcomes: Global
  readonly tags: Global
  readonly texts: Global
  roomFor(rows: number, groups: number, total: number, divided: number, t: number): void
  scatter(rows: number): void
  openTexts(rows: number): void
  interpolate(first: number, groups: number, t: number, at: number): number
  readonly lines: Global
  readonly kinds: Global
  readonly numbers: Global
  readonly longTexts: Global
  readonly nextLine: Global
  readonly longOthers: Global
  readonly queries: Global
  readonly queryEnds: Global
  readonly queryIds: Global
  readonly rowsOut: Global
  roomForLines(bytes: number, rows: number, width: number): void
  readRows(from: number, end: number): number
  roomForRows(count: number, bytes: number, longest: number, rows: number, width: number, first: number): void
  writeRows(rows: number): number
  readonly staged: Global
  readonly groupEnds: Global
  readonly groupTexts: Global
  roomToKeep(rows: number, numbers: number): void
  keepRows(rows: number): void
  orderRows(t: number): number
  gather(from: number, rows: number, column: number, to: number): void
}

/** A fresh kernel with memory of its own. */
export function shareKernel(): ShareKernel {
  return newKernel('shares')
}
