import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fail } from '../../base/errors.js'

/** What there is to count; no figure tells anything of a row. */
export interface Counts {
  /** Messages that were taken. */
  read: number
  /** Rows that were written for good, or handed to a file that is still growing. */
  shared: number
  malformed: number
  empty: number
  files: number
  commits: number
  rebalances: number
  reconnects: number
  /** Rows that the topic forgot before they were read. */
  lost: number
}

export interface Gauges {
  connected: boolean
  /** Messages that wait, by partition. */
  readonly lag: Map<number, number>
}

export const noCounts = (): Counts => ({
  ...{ read: 0, shared: 0, malformed: 0, empty: 0, files: 0 },
  ...{ commits: 0, rebalances: 0, reconnects: 0, lost: 0 },
})

const HELP: Readonly<Record<keyof Counts, string>> = {
  read: 'messages taken from the topic',
  shared: 'rows shared',
  malformed: 'messages set aside',
  empty: 'rows without a query',
  files: 'files written',
  commits: 'commits of positions',
  rebalances: 'times that partitions were dealt out',
  reconnects: 'times that brokers were gone and asked again',
  lost: 'rows that the topic forgot before they were read',
}

/** The text that Prometheus reads. */
export function metricsText(counts: Counts, { connected, lag }: Gauges): string {
  const counters = (Object.keys(HELP) as (keyof Counts)[]).flatMap((name) => [
    `# HELP lethe_encode_${name}_total ${HELP[name]}`,
    `# TYPE lethe_encode_${name}_total counter`,
    `lethe_encode_${name}_total ${counts[name]}`,
  ])
  const gauge = (name: string, help: string, values: readonly string[]) => [
    `# HELP lethe_encode_${name} ${help}`,
    `# TYPE lethe_encode_${name} gauge`,
    ...values.map((value) => `lethe_encode_${name}${value}`),
  ]
  return `${[
    ...counters,
    ...gauge('connected', 'whether the brokers answer', [` ${connected ? 1 : 0}`]),
    ...gauge(
      'lag',
      'messages that wait',
      [...lag].map(([partition, rows]) => `{partition="${partition}"} ${rows}`),
    ),
    ...gauge('resident_bytes', 'memory of the process', [` ${process.memoryUsage.rss()}`]),
  ].join('\n')}\n`
}

/** Serves it to this machine at /metrics; port 0 takes a free one. */
export async function serveMetrics(port: number, text: () => string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const known = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(known ? text() : 'there is /metrics\n')
  })
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (cause) {
    fail('usage', `the port ${port} of --metrics is taken`, 'Choose another; 0 takes a free one.', cause)
  }
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}/metrics`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
