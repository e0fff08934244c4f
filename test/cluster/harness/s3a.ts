import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Bucket } from '../../support/bucket.js'
import { cached } from './cache.js'
import { dependency, fetchJars } from './maven.js'

const [HADOOP, SDK, STREAMS] = ['3.5.0', '2.35.4', '1.3.1']

/** Spark's jars have no way to buckets: that of Hadoop for S3, with as much of Amazon's client as it calls, fetched on first use. */
function s3aJars(): Promise<string> {
  return cached(`s3a-${HADOOP}`, (dir) => {
    fetchJars(dir, 'the way to S3', [
      dependency('org.apache.hadoop', 'hadoop-aws', HADOOP, true),
      dependency('software.amazon.s3.analyticsaccelerator', 'analyticsaccelerator-s3', STREAMS, true),
      ...['s3', 's3-transfer-manager', 'sts', 'apache-client'].map((one) =>
        dependency('software.amazon.awssdk', one, SDK),
      ),
    ])
    // Spark has these in versions of its own.
    for (const jar of readdirSync(join(dir, 'jars')))
      if (/^(netty-(?!nio-client)|slf4j|commons-)/.test(jar)) rmSync(join(dir, 'jars', jar))
  })
}

/** What a cluster must be told to reach a bucket. */
export async function settingsFor({ url, environment }: Bucket): Promise<Readonly<Record<string, string>>> {
  const classes = join(await s3aJars(), 'jars', '*')
  const of = (settings: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [`spark.hadoop.fs.s3a.${key}`, value]))
  return {
    'spark.driver.extraClassPath': classes,
    'spark.executor.extraClassPath': classes,
    ...of({
      endpoint: url,
      'endpoint.region': 'us-east-1',
      'path.style.access': 'true',
      'connection.ssl.enabled': 'false',
      'access.key': environment.AWS_ACCESS_KEY_ID ?? '',
      'secret.key': environment.AWS_SECRET_ACCESS_KEY ?? '',
      'input.stream.type': 'classic',
      'checksum.generation': 'false',
      'change.detection.mode': 'none',
    }),
  }
}
