import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { S3StoreOptions } from './s3-store.ts';

const SERVER = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');

/**
 * Starts s3rver with one empty bucket, for tests. It refuses an access key id that it does not know, but does NOT check
 * signatures of version 4, the SDK's: no test on it can show that a secret is used rightly.
 */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'image-host-s3-'));
  const bucket = 'pictures';
  const where = ['--directory', directory, '--address', '127.0.0.1', '--port', '0', '--no-vhost-buckets'];
  const server = spawn(
    process.execPath,
    // Its continuation tokens are DES, which OpenSSL 3 keeps among the legacy ciphers.
    ['--openssl-legacy-provider', SERVER, ...where, '--silent', '--configure-bucket', bucket],
    { env: {}, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let endpoint: string | undefined;
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /listening on (\S+)/.exec(line)?.[1];
    if (address) {
      endpoint = `http://${address}`;
      break;
    }
  }
  if (!endpoint) throw new Error('the S3 server did not start');
  const options: S3StoreOptions = {
    endpoint,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    options,
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null) {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
