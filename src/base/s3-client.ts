import type { S3Client } from '@aws-sdk/client-s3'
import { client } from './client.js'

/** A client of S3, or of a server that speaks as S3 does, as the usual variables of the environment say. */
export async function s3Client(): Promise<S3Client> {
  const { S3Client } = await client('s3:', ['@aws-sdk/client-s3'], () => import('@aws-sdk/client-s3'))
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true' // which Node is old is ours to tell
  const elsewhere = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL
  return new S3Client({
    // Servers of others take any region, and have no host for each bucket.
    ...(elsewhere ? { forcePathStyle: true, ...(hasRegion() ? {} : { region: 'us-east-1' }) } : {}),
    responseChecksumValidation: 'WHEN_REQUIRED', // those of whole objects say nothing of parts
    requestChecksumCalculation: 'WHEN_REQUIRED', // not all servers of others know the new ones
    requestHandler: { connectionTimeout: 15_000 },
  })
}

function hasRegion(): boolean {
  return [process.env.AWS_REGION, process.env.AWS_DEFAULT_REGION].some(Boolean)
}
