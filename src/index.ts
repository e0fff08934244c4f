/**
 * Lethe as a library: what the command line does is one call each.
 *
 * @packageDocumentation
 */

export { type ErrorCode, LetheError } from './base/errors.js'
export type { Check, Verdict } from './checks/check.js'
export { writeKeyFile as keygen } from './crypto/key-file.js'
export type { Resources } from './engines/session.js'
export type { GenerateOptions } from './generate/index.js'
export type { Format, InputOptions } from './ingest/index.js'
export { loadMethods as methods } from './methods/index.js'
export type { Method } from './methods/method.js'
export { type Plan, planFrom, profileNames, readPlan } from './plans/plan.js'
export type { ColumnOptions } from './release/columns.js'
export type { Guarantee } from './release/guarantee.js'
export type { Manifest, PrivateRecord } from './release/manifest.js'
export { type DecodeOptions, type DecodeResult, decode } from './run/decode.js'
export { type DemoOptions, demo } from './run/demo.js'
export { type Diagnosis, type DoctorOptions, doctor } from './run/doctor.js'
export { type EncodeOptions, type EncodeResult, encode } from './run/encode.js'
export { type GenerateTarget, generate } from './run/generate.js'
export { type Inspection, inspect } from './run/inspect.js'
export { type Explanation, explain, type ReleaseOptions, type ReleaseResult, release } from './run/release/index.js'
export { type ScanOptions, type ScanResult, scan } from './run/scan.js'
export { type TrialOptions, trial } from './run/trial.js'
export { type VerifyOptions, verify } from './run/verify.js'
export type { AuditResult } from './trials/audit-dp/index.js'
export type { CanariesResult, Leak } from './trials/canaries/index.js'
export { loadTrials as trials } from './trials/index.js'
export type { Trial } from './trials/trial.js'
