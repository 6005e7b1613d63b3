import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused } from '#server/admin/command.ts';
import type { SchoolFolder } from './folders.ts';
import type { Env } from './run-school.ts';
import { findUnits } from './units.ts';

const LOOK_MS = 250;
const ANSWER_MS = 5000;

/**
 * Waits until a school is ready and says that it is of a version. Throws `Refused` where its process has
 * failed, is of another version, or is not ready in time.
 */
export async function untilReady(
  school: SchoolFolder,
  { version, patienceMs, env }: { version: string; patienceMs: number; env: Env },
): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { socket, hasFailed, state } = await findUnits(school, env);
    if (hasFailed || state === 'stopped')
      throw new Refused(
        `Its process ended instead of listening: journalctl -u cadenza@${school.name} -n 20 says why.`,
      );
    if (!socket) throw new Refused(`cadenza@${school.name}.socket has no Unix socket.`);
    const ready = await ask(socket, '/readyz').catch(() => undefined);
    if (ready?.status === 200) return checkVersion(socket, version);
    if (Date.now() > until)
      throw new Refused(`/readyz is not 200 after ${patienceMs / 1000} s: ${ready?.status ?? 'no answer'}.`);
    await sleep(LOOK_MS);
  }
}

async function checkVersion(socket: string, version: string): Promise<void> {
  const { text } = await ask(socket, '/healthz');
  const said = (JSON.parse(text) as { version?: string }).version;
  if (said !== version) throw new Refused(`It answers as version ${said}, not ${version}.`);
}

const ask = (socketPath: string, path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = get({ socketPath, path, agent: false, timeout: ANSWER_MS }, async (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    request.on('timeout', () => request.destroy(new Error('No answer.')));
    request.on('error', reject);
  });
