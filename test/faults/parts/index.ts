import type { Part } from '../part.js'
import { crashPoints } from './crash-points.js'
import { damaged } from './damaged.js'
import { forged } from './forged.js'
import { kills } from './kills.js'
import { limits } from './limits.js'
import { logs } from './logs.js'
import { oddLogs } from './odd-logs.js'
import { peers } from './peers.js'
import { spoiltPlans } from './plans.js'

// biome-ignore lint/suspicious/noExplicitAny: each part has cases of its own, which only it looks into
export const PARTS: readonly Part<any>[] = [
  kills,
  crashPoints,
  limits,
  logs,
  oddLogs,
  damaged,
  forged,
  spoiltPlans,
  peers,
]
