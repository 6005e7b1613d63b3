import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, inject, test } from 'vitest';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { isUnreachable, openPostgres, ping } from './open.ts';
import type { Database } from './schema.ts';

/** A way to the database that can be cut without either end hearing of it. */
async function openWay(url: URL) {
  let isCut = false;
  const sockets: Socket[] = [];
  const way = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => isCut || to.write(chunk)).on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((way.address() as AddressInfo).port);
  return {
    url: through.href,
    cut: (cut: boolean) => {
      isCut = cut;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => way.close(resolve));
    },
  };
}

test.runIf(inject('dialect') === 'postgres')(
  'a database that falls silent is an outage after a while, not a wait for ever',
  async () => {
    const way = await openWay(new URL(await makePostgresDatabase()));
    const { db, close } = openPostgres<Database>(way.url, { max: 1, onIdleError: () => {} });
    await ping(db);
    way.cut(true);
    expect(await ping(db).catch((error) => isUnreachable(error))).toBe(true);
    await way.close();
    await close();
  },
);
