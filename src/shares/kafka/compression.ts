import { decompress } from 'fzstd'

/** The client's table of compressions, as far as it is mended here. */
interface Compressions {
  readonly snappy: Compression
  readonly zstd: Compression & { readonly available: boolean }
}

interface Compression {
  decompressSync(data: Buffer): Buffer
}

const JAVA_SNAPPY = Buffer.from('\x82SNAPPY\0', 'latin1')
const HEAD_BYTES = JAVA_SNAPPY.length + 8 // two versions follow

/** Brokers and producers on Java write snappy in blocks, which the client does not know; nor does it know zstd where Node does not. */
export function mendCompressions({ snappy, zstd }: Compressions): void {
  const { decompressSync } = snappy
  snappy.decompressSync = (data) => {
    const blocks = javaBlocks(data)
    return blocks === undefined ? decompressSync(data) : Buffer.concat(blocks.map(decompressSync))
  }
  if (!zstd.available) zstd.decompressSync = (data) => Buffer.from(decompress(data))
}

/** Blocks of snappy, with the length of each before it. */
function javaBlocks(data: Buffer): Buffer[] | undefined {
  if (!data.subarray(0, JAVA_SNAPPY.length).equals(JAVA_SNAPPY)) return undefined
  const blocks: Buffer[] = []
  for (let at = HEAD_BYTES; at < data.length; ) {
    const start = at + 4
    at = start + data.readUInt32BE(at)
    blocks.push(data.subarray(start, at))
  }
  return blocks
}
