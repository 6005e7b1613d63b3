import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDeployedNginx } from './nginx.ts';
import { freePort, startCluster } from './postgres.ts';
import { spawnSchool, stopSchool } from './process.ts';
import { report } from './proof.ts';

const LOG = 'answers.log';

/**
 * Starts a school as docs/production.md has it: two processes on one PostgreSQL, behind nginx with
 * deploy/nginx.conf. Its end tells how much each of them has answered.
 */
export async function startBehindNginx(env: Record<string, string> & { DATA_DIR: string }) {
  const cluster = await startCluster();
  const ports: [number, number] = [await freePort(), await freePort()];
  const schools = ports.map((port) =>
    spawnSchool({
      ...env,
      PORT: String(port),
      DATABASE_URL: `${cluster.url}/postgres`,
      TRUST_PROXY: '127.0.0.1',
    }),
  );
  await Promise.all(schools.map(({ listening }) => listening));
  const log = join(env.DATA_DIR, LOG);
  const proxy = await startDeployedNginx(ports, {
    inHttp: 'log_format answers "$upstream_addr $status";\n',
    inServer: `access_log ${log} answers;`,
  });
  return {
    url: proxy.url,
    stop: async () => {
      await Promise.all(schools.map(stopSchool));
      await proxy.stop();
      await cluster.stop();
      const answers = readFileSync(log, 'utf8').split('\n').filter(Boolean);
      const [first, second] = ports.map(
        (port) => answers.filter((line) => line.includes(`:${port} `)).length,
      );
      report({
        'answers of the first process': first ?? 0,
        'answers of the second': second ?? 0,
        'answers of 500 and more': answers.filter((line) => / 5\d\d$/.test(line)).length,
      });
    },
  };
}
