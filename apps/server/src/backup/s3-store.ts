import { AwsClient } from 'aws4fetch';
import type { S3Address } from '#config/backup-config.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { BackupStore } from './store.ts';

const CALL_TIMEOUT_MS = 5 * MINUTE_MS;
const RETRIES = 3;

/** Backups in a bucket of S3 or a compatible service. Each call is signed (SigV4), with its body. */
export function createS3Store({ url, keyId, secret, region }: S3Address): BackupStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    retries: RETRIES,
    ...(region !== undefined && { region }),
  });
  const [bucket = '', ...folders] = new URL(url).pathname.split('/').filter(Boolean);
  const below = folders.map((folder) => `${folder}/`).join('');
  const addressOf = (key: string): string => `${new URL(url).origin}/${bucket}/${below}${key}`;

  async function call(method: string, address: string, body?: Uint8Array): Promise<Response> {
    const headers = { 'x-amz-content-sha256': await sha256(body ?? new Uint8Array()) };
    const answer = await client
      .fetch(address, {
        method,
        headers,
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body && { body: Buffer.from(body) }),
      })
      .catch((error: unknown) => {
        const { cause, message } = error as Error;
        throw new Error(`${url} does not answer (${cause instanceof Error ? cause.message : message}).`);
      });
    if (answer.ok) return answer;
    const code = /<Code>(.*?)<\/Code>/.exec(await answer.text())?.[1] ?? '';
    throw new Error(`${url} has refused ${method} with ${answer.status} ${code}`.trimEnd());
  }

  return {
    place: url,

    async put(key, bytes) {
      await call('PUT', addressOf(key), bytes);
    },

    async get(key) {
      return Buffer.from(await (await call('GET', addressOf(key))).arrayBuffer());
    },

    async list(prefix) {
      const keys: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${below}${prefix}` });
        if (next !== undefined) query.set('continuation-token', next);
        const text = await (await call('GET', `${new URL(url).origin}/${bucket}?${query.toString()}`)).text();
        for (const [, key = ''] of text.matchAll(/<Key>(.*?)<\/Key>/g)) keys.push(key.slice(below.length));
        next = /<NextContinuationToken>(.*?)<\/NextContinuationToken>/.exec(text)?.[1];
      } while (next !== undefined);
      return keys.toSorted();
    },

    async remove(key) {
      await call('DELETE', addressOf(key));
    },
  };
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(bytes))).toString('hex');
}
