import { fail } from '../../base/errors.js'
import { epochOf, type Rotation } from '../epochs.js'
import { type ShareKernel, shareKernel } from '../kernel.js'
import { epochKey, pseudonymKey, sharesKey } from '../keys.js'
import { MAX_QUERY, type Sharing, schemeNumber } from '../scheme.js'

/** Where a row of tab-separated input has what, by position from 0; undefined where it has none. */
export interface RowShape {
  readonly user: number | undefined
  readonly query: number
  readonly time: number | undefined
  readonly width: number
}

export interface RowEncoderOptions {
  readonly sharing: Sharing
  /** The key, or that of one epoch alone. */
  readonly key: Uint8Array
  readonly onlyEpoch?: string | undefined
  readonly rotation: Rotation
  readonly shape: RowShape
  /** What the output shows: see columnsOf. */
  readonly shows: {
    readonly pseudonym: boolean
    readonly share: boolean
    readonly text: boolean
    readonly time: 'none' | 'day' | 'hour' | 'exact' | 'verbatim'
  }
  /** Bytes for recent queries. */
  readonly cache?: number
  readonly inputBytes?: number
}

/** What a kernel cannot do by itself. */
export interface RowHelp {
  /** The normal form of a query that is not plain ASCII, or undefined if its bytes are no text. */
  normalise(bytes: Uint8Array): Uint8Array | undefined
  /** A time as 2006-03-01 10:15:00, or undefined if it is not understood. */
  readTime(text: string): string | undefined
  /** What the oblivious function makes of a query in an epoch; undefined leaves the row out for now. */
  seed?(query: Uint8Array, epoch: string): Uint8Array | undefined
}

export interface RowEncoder {
  /** The most bytes that can be encoded at once. */
  readonly room: number
  /**
   * Encodes whole lines. What was written is handed on where room for it runs out, and returned at the end: in memory that is
   * used again.
   */
  encode(lines: Uint8Array, take: (bytes: Uint8Array) => void): Uint8Array
  readonly bad: () => number
  readonly empty: () => number
}

const DONE = 0
const QUERY = 1
const TIME = 2
const SEED = 3
const FULL = 4
const GRAIN = { none: 0, day: 0, hour: 1, exact: 2, verbatim: 3 } as const
const BAD = -1
const EPOCH_BYTES = 64
// Recent queries: more would be found in a larger table, but one that fits beside the processor is faster all the same.
const CACHE = 2 << 20
const MAX_EPOCHS = 16_384
const DAY_MONTHS = 372

/** Turns rows of tab-separated text into rows of tags and shares, many at a call. */
export function rowEncoder(options: RowEncoderOptions, help: RowHelp): RowEncoder {
  const { sharing, shape, shows, rotation } = options
  const room = options.inputBytes ?? 4 << 20
  const kernel = shareKernel()
  const rotates = rotation !== 'none'
  kernel.layOut(sharing.t, rotates ? MAX_EPOCHS : 1, options.cache ?? CACHE, MAX_QUERY, room, 6 << 20)
  const memory = new Uint8Array(kernel.memory.buffer)
  kernel.configure(
    schemeNumber(sharing.scheme),
    sharing.n,
    sharing.scheme === 'oblivious',
    shape.user ?? -1,
    shape.query,
    shape.time ?? -1,
    shape.width,
    (shows.pseudonym ? 1 : 0) | (shows.share ? 2 : 0) | (shows.text ? 4 : 0) | (shows.time === 'none' ? 0 : 8),
    GRAIN[shows.time],
    rotates,
  )
  const epochs = epochTable(kernel, memory, options)
  if (!rotates) epochs.slot(undefined)

  const answers = answersFor(kernel, memory, epochs, options, help)
  return {
    room,
    encode(lines, take) {
      if (lines.length > room) throw new RangeError('more than there is room for')
      memory.set(lines, kernel.input.value)
      kernel.start()
      const end = kernel.input.value + lines.length
      const written = () => memory.subarray(kernel.output.value, kernel.written.value)
      for (let reason = kernel.run(end); reason !== DONE; reason = kernel.run(end)) {
        if (reason === FULL) {
          take(written())
          kernel.drained()
        } else answers[reason]?.()
      }
      memory.fill(0, kernel.input.value, end)
      return written()
    },
    bad: () => kernel.badRows.value,
    empty: () => kernel.emptyRows.value,
  }
}

/** How what the kernel asks for is answered, by the reason why it stopped. */
function answersFor(
  kernel: ShareKernel,
  memory: Uint8Array,
  epochs: EpochTable,
  { shows, rotation }: RowEncoderOptions,
  help: RowHelp,
): Readonly<Record<number, () => void>> {
  return {
    [QUERY]: () => {
      const at = kernel.asked.value
      const form = help.normalise(memory.subarray(at, at + kernel.askedLength.value))
      if (form === undefined || form.length > MAX_QUERY) return kernel.giveQuery(BAD)
      memory.set(form, kernel.query.value)
      memory.fill(0, kernel.query.value + form.length, kernel.query.value + form.length + 64)
      kernel.giveQuery(form.length)
    },
    [TIME]: () => {
      const at = kernel.asked.value
      const text = Buffer.from(memory.subarray(at, at + kernel.askedLength.value)).toString('latin1')
      const time = text === '' ? '' : help.readTime(text)
      if (time === undefined || time.length > 48) return kernel.giveTime(BAD, 0)
      const epoch = epochs.slot(time === '' ? undefined : time.slice(0, 10))
      if (epoch === undefined) return kernel.giveTime(BAD, 0)
      if (rotation !== 'none' && kernel.askedDay.value > 0) return epochs.remember(kernel.askedDay.value, epoch)
      const shown = shows.time === 'day' ? time.slice(0, 10) : time
      memory.set(Buffer.from(shown, 'latin1'), kernel.givenTime.value)
      kernel.giveTime(epoch, shown.length)
    },
    [SEED]: () => {
      const at = kernel.asked.value
      const seed = help.seed?.(memory.slice(at, at + kernel.askedLength.value), epochs.label(kernel.askedEpoch.value))
      if (seed === undefined) return kernel.giveQuery(0) // an empty row, which whoever gives no seed throws away
      memory.set(seed, kernel.seed.value)
      kernel.giveSeed(seed.length)
    },
  }
}

/** Epochs that have been met, by their places in the kernel. */
interface EpochTable {
  slot(day: string | undefined): number | undefined
  label(slot: number): string
  remember(index: number, epoch: number): void
}

/** Keys of epochs in the kernel, by label; days that have been seen need not be asked for again. */
function epochTable(
  kernel: ShareKernel,
  memory: Uint8Array,
  { key, rotation, sharing, onlyEpoch }: RowEncoderOptions,
): EpochTable {
  const slots = new Map<string, number>()
  const days = new DataView(memory.buffer, kernel.dayEpochs.value, (130 * DAY_MONTHS + 1) * 2)
  return {
    slot(day) {
      const label = epochOf(rotation, day)
      if (onlyEpoch !== undefined && rotation !== 'none' && label !== onlyEpoch) return undefined
      const known = slots.get(label)
      if (known !== undefined) return known
      if (slots.size === MAX_EPOCHS)
        fail('input', `the rows span more than ${MAX_EPOCHS} epochs`, 'Choose longer ones.')
      const ofEpoch = onlyEpoch === undefined ? epochKey(key, label) : key
      const at = kernel.epochKeys.value + slots.size * EPOCH_BYTES
      memory.set(sharesKey(ofEpoch, sharing), at)
      memory.set(pseudonymKey(ofEpoch), at + 32)
      slots.set(label, slots.size)
      return slots.size - 1
    },
    label: (slot) => [...slots.keys()][slot]!,
    remember: (index, epoch) => days.setUint16(index * 2, epoch + 1, true),
  }
}

/** The header of the output. The column of values tells scheme and threshold, so that a reader needs no more than the rows. */
export function columnsOf({ shows, sharing }: Pick<RowEncoderOptions, 'shows' | 'sharing'>): string[] {
  return [
    ...(shows.pseudonym ? ['pseudonym'] : []),
    'tag',
    ...(shows.share ? ['x', `${sharing.scheme}_t${sharing.t}`] : []),
    ...(shows.text ? ['text'] : []),
    ...(shows.time === 'none' ? [] : [shows.time === 'exact' ? 'time' : shows.time]),
  ]
}
