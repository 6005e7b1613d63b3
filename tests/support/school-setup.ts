import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { ClientConfig } from '#contract/config/calls.ts';
import { readConfig } from '#server/config/config.ts';
import { openSqliteInMemory } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { openSchool } from '#server/school.ts';

/** A school that listens for the tests of the browser's half, which cannot load a server themselves. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-web-'));
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
  const school = await openSchool(config, { database: openSqliteInMemory<Database>() });
  await school.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = school.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/config.json`);
  project.provide('clientConfig', (await answer.json()) as ClientConfig);
  return async () => {
    await school.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    clientConfig: ClientConfig;
  }
}
