import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringFromDebian } from './debian.ts';
import { untilOpen } from './nginx.ts';
import { freePort, unprivileged } from './postgres.ts';

/**
 * PgBouncer before a PostgreSQL server, as it comes from Debian but for the mode: each transaction is given
 * whatever connection is free.
 */
export async function startPgBouncer(url: string, { connections = 5 } = {}) {
  const { program, libraries } = bringFromDebian('pgbouncer', ['libc-ares2', 'libevent-2.1-7']);
  const { hostname, port: far, username } = new URL(url);
  const port = await freePort();
  const owner = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-pgbouncer-'));
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${far} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
`,
  );
  const child = spawn(program, [file], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, LD_LIBRARY_PATH: libraries },
  });
  await untilOpen(port, child);
  return {
    url: `postgres://${username}@127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
