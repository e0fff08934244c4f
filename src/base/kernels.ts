import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from './package-root.js'

/** A WebAssembly kernel by its name: kernels/NAME.ts, compiled by the build into wasm/NAME.wasm. */
export function loadKernel(name: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(join(PACKAGE_ROOT, 'wasm', `${name}.wasm`)))
}
