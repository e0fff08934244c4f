import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from './package-root.js'

/** What a kernel exports beside its functions. */
export interface Global {
  readonly value: number
}

/** A WebAssembly kernel by its name: kernels/NAME.ts, compiled by the build into wasm/NAME.wasm. */
export function loadKernel(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(join(PACKAGE_ROOT, 'wasm', `${name}.wasm`)))
}

const loaded = new Map<string, WebAssembly.Module>()

/** A fresh kernel with memory of its own, as what it exports. */
export function newKernel<Exports>(name: string): Exports {
  const module = loaded.get(name) ?? loadKernel(name)
  loaded.set(name, module)
  const abort = () => {
    throw new Error(`the kernel ${name} ran out of memory`)
  }
  return new WebAssembly.Instance(module, { env: { abort } }).exports as unknown as Exports
}

/** An address: those beyond 2 GiB come out of a kernel as negative numbers. */
export function address({ value }: Global): number {
  return value >>> 0
}

/** Writes an array where a kernel has room for it. */
export function put({ memory }: { readonly memory: WebAssembly.Memory }, at: Global, values: ArrayBufferView): void {
  const { buffer, byteOffset, byteLength } = values
  new Uint8Array(memory.buffer, address(at), byteLength).set(new Uint8Array(buffer, byteOffset, byteLength))
}
