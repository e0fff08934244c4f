import { type Counted, type Counting, counted } from '../graph.js'

/** What kernels/invert.ts exports: all take addresses and numbers. */
export type KernelCall =
  | 'barePass'
  | 'featureBounds'
  | 'nearestByCompany'
  | 'nearestByExpansion'
  | 'nearestByMinima'
  | 'unlikeRows'

/** What a thread does: calls a kernel, or counts one side. */
export type Task = { readonly call: KernelCall; readonly args: readonly number[] } | { readonly count: Counting }

export function perform(kernel: Kernel, task: Task): Counted | undefined {
  if ('count' in task) return counted(task.count)
  kernel[task.call](...task.args)
  return undefined
}

export type Kernel = Readonly<Record<KernelCall, (...args: readonly number[]) => void>>

export function instance(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernel {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel
}
