import { parentPort } from 'node:worker_threads'
import { corpusOfSample, type Sample } from './sample.js'

parentPort?.on('message', (sample: Sample) => parentPort?.postMessage(corpusOfSample(sample)))
