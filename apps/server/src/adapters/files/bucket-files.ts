import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Address } from '#config/backup-config.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { FileStore } from '#modules/files/index.ts';

const CALL_TIMEOUT_MS = 15 * MINUTE_MS;
const RETRIES = 3;
/** SHA-256 of an empty body. */
const NOTHING = createHash('sha256').digest('hex');

/**
 * Stores files in an S3 bucket or a compatible one. Each call is signed (SigV4) with its body. No file is held in
 * memory.
 */
export function createBucketFiles({ url, keyId, secret, region }: S3Address): FileStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    retries: RETRIES,
    ...(region !== undefined && { region }),
  });

  async function call(
    method: string,
    key: string,
    { sha256 = NOTHING, body, headers }: { sha256?: string; body?: Blob; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const answer = await client.fetch(`${url}/${key}`, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body && { body }),
    });
    if (answer.ok || answer.status === 404) return answer;
    throw new Error(`${url} has refused ${method} with ${answer.status}.`);
  }

  return {
    place: url,

    async put(key, path) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const { status } = await call('PUT', key, { sha256: hash.digest('hex'), body: await openAsBlob(path) });
      if (status === 404) throw new Error(`${url} is not there.`);
    },

    async open(key, range) {
      const headers = range && { range: `bytes=${range.from}-${range.to}` };
      const { status, body } = await call('GET', key, headers && { headers });
      return status === 404 || !body ? undefined : Readable.fromWeb(body as ReadableStream);
    },

    async remove(key) {
      await call('DELETE', key);
    },

    // A bucket stores a file completely or not at all.
    purgeAbandonedUploads: async () => undefined,
  };
}
