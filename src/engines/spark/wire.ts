import type { DescService } from '@bufbuild/protobuf'
import { fail } from '../../base/errors.js'

/*
 * The part of Spark Connect's protocol that Lethe speaks: names, numbers and types of fields as Apache Spark 4.2.0 has them (see NOTICE). Whatever
 * else a server sends is passed over, as the wire format allows.
 */

/** number and type of a field: a scalar, or the name of a message; `*` repeats it. */
type Fields = Readonly<Record<string, readonly [number: number, type: string]>>

const SESSION: Fields = { session_id: [1, 'string'], user_context: [2, 'UserContext'] }

const MESSAGES: Readonly<Record<string, Fields>> = {
  UserContext: { user_id: [1, 'string'], user_name: [2, 'string'] },
  KeyValue: { key: [1, 'string'], value: [2, 'string'] },
  SQL: { query: [1, 'string'] },
  LocalRelation: { data: [1, 'bytes'], schema: [2, 'string'] },
  Relation: { sql: [10, 'SQL'], local_relation: [11, 'LocalRelation'] },
  SqlCommand: { sql: [1, 'string'], input: [6, 'Relation'] },
  CreateView: { input: [1, 'Relation'], name: [2, 'string'], is_global: [3, 'bool'], replace: [4, 'bool'] },
  Command: { create_dataframe_view: [3, 'CreateView'], sql_command: [5, 'SqlCommand'] },
  Plan: { root: [1, 'Relation'], command: [2, 'Command'] },
  ReattachOptions: { reattachable: [1, 'bool'] },
  RequestOption: { reattach_options: [1, 'ReattachOptions'] },
  ExecutePlanRequest: {
    ...SESSION,
    plan: [3, 'Plan'],
    client_type: [4, 'string'],
    request_options: [5, 'RequestOption*'],
    operation_id: [6, 'string'],
    tags: [7, 'string*'],
  },
  ArrowBatch: { row_count: [1, 'int64'], data: [2, 'bytes'] },
  SqlCommandResult: { relation: [1, 'Relation'] },
  ResultComplete: {},
  StageInfo: { num_tasks: [2, 'int64'], num_completed_tasks: [3, 'int64'] },
  ExecutionProgress: { stages: [1, 'StageInfo*'] },
  ExecutePlanResponse: {
    arrow_batch: [2, 'ArrowBatch'],
    sql_command_result: [5, 'SqlCommandResult'],
    operation_id: [12, 'string'],
    response_id: [13, 'string'],
    result_complete: [14, 'ResultComplete'],
    execution_progress: [18, 'ExecutionProgress'],
  },
  ReattachExecuteRequest: {
    ...SESSION,
    operation_id: [3, 'string'],
    client_type: [4, 'string'],
    last_response_id: [5, 'string'],
  },
  ReleaseAll: {},
  ReleaseExecuteRequest: { ...SESSION, operation_id: [3, 'string'], release_all: [5, 'ReleaseAll'] },
  ReleaseExecuteResponse: {},
  Asked: {},
  AnalyzePlanRequest: { ...SESSION, client_type: [3, 'string'], spark_version: [10, 'Asked'] },
  SparkVersion: { version: [1, 'string'] },
  AnalyzePlanResponse: { spark_version: [8, 'SparkVersion'] },
  ConfigSet: { pairs: [1, 'KeyValue*'], silent: [2, 'bool'] },
  ConfigGet: { keys: [1, 'string*'] },
  ConfigOperation: { set: [1, 'ConfigSet'], get_option: [4, 'ConfigGet'] },
  ConfigRequest: { ...SESSION, operation: [3, 'ConfigOperation'], client_type: [4, 'string'] },
  ConfigResponse: { pairs: [2, 'KeyValue*'] },
  ArtifactChunk: { data: [1, 'bytes'], crc: [2, 'int64'] },
  SingleArtifact: { name: [1, 'string'], data: [2, 'ArtifactChunk'] },
  ArtifactBatch: { artifacts: [1, 'SingleArtifact*'] },
  BeginArtifact: {
    name: [1, 'string'],
    total_bytes: [2, 'int64'],
    num_chunks: [3, 'int64'],
    initial_chunk: [4, 'ArtifactChunk'],
  },
  AddArtifactsRequest: {
    ...SESSION,
    batch: [3, 'ArtifactBatch'],
    begin_chunk: [4, 'BeginArtifact'],
    chunk: [5, 'ArtifactChunk'],
    client_type: [6, 'string'],
  },
  ArtifactSummary: { name: [1, 'string'], is_crc_successful: [2, 'bool'] },
  AddArtifactsResponse: { artifacts: [1, 'ArtifactSummary*'] },
  InterruptRequest: {
    ...SESSION,
    client_type: [3, 'string'],
    interrupt_type: [4, 'int32'],
    operation_id: [6, 'string'],
  },
  InterruptResponse: { interrupted_ids: [2, 'string*'] },
  ReleaseSessionRequest: { ...SESSION, client_type: [3, 'string'] },
  ReleaseSessionResponse: {},
}

const METHODS = [
  ['ExecutePlan', 'ExecutePlanRequest', 'ExecutePlanResponse', false, true],
  ['AnalyzePlan', 'AnalyzePlanRequest', 'AnalyzePlanResponse', false, false],
  ['Config', 'ConfigRequest', 'ConfigResponse', false, false],
  ['AddArtifacts', 'AddArtifactsRequest', 'AddArtifactsResponse', true, false],
  ['Interrupt', 'InterruptRequest', 'InterruptResponse', false, false],
  ['ReattachExecute', 'ReattachExecuteRequest', 'ExecutePlanResponse', false, true],
  ['ReleaseExecute', 'ReleaseExecuteRequest', 'ReleaseExecuteResponse', false, false],
  ['ReleaseSession', 'ReleaseSessionRequest', 'ReleaseSessionResponse', false, false],
] as const

const SCALARS: Readonly<Record<string, number>> = { int64: 3, int32: 5, bool: 8, string: 9, bytes: 12 }
const MESSAGE = 11
const [ONE, MANY] = [1, 3]

/** Interrupts of one operation, in the protocol's number. */
export const BY_OPERATION_ID = 3

/** The service as the library for messages knows one. */
export async function sparkConnect(): Promise<DescService> {
  const { createFileRegistry, fromJson } = await import('@bufbuild/protobuf')
  const { FileDescriptorProtoSchema } = await import('@bufbuild/protobuf/wkt')
  const file = fromJson(FileDescriptorProtoSchema, {
    name: 'spark/connect.proto',
    package: 'spark.connect',
    syntax: 'proto3',
    messageType: Object.entries(MESSAGES).map(([name, fields]) => ({
      name,
      field: Object.entries(fields).map(([called, [number, type]]) => fieldOf(called, number, type)),
    })),
    service: [
      {
        name: 'SparkConnectService',
        method: METHODS.map(([name, input, output, clientStreaming, serverStreaming]) => ({
          name,
          inputType: `.spark.connect.${input}`,
          outputType: `.spark.connect.${output}`,
          clientStreaming,
          serverStreaming,
        })),
      },
    ],
  })
  const registry = createFileRegistry(file, () => undefined)
  return registry.getService('spark.connect.SparkConnectService') ?? fail('internal', 'the protocol has no service')
}

function fieldOf(name: string, number: number, type: string) {
  const single = type.replace('*', '')
  const scalar = SCALARS[single]
  return {
    name,
    number,
    label: type.endsWith('*') ? MANY : ONE,
    ...(scalar === undefined ? { type: MESSAGE, typeName: `.spark.connect.${single}` } : { type: scalar }),
  }
}
