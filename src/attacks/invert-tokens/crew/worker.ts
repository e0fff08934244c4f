import { parentPort, workerData } from 'node:worker_threads'
import { instance, perform, type Task } from './kernel.js'

const { module, memory } = workerData as { module: WebAssembly.Module; memory: WebAssembly.Memory }
const kernel = instance(module, memory)
parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(kernel, task)))
