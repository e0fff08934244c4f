import type { Part } from '../part.js'
import { forged } from './forged.js'
import { logs } from './logs.js'

// biome-ignore lint/suspicious/noExplicitAny: each part has cases of its own, which only it looks into
export const PARTS: readonly Part<any>[] = [forged, logs]
