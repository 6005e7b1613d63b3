import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bringFromDebian } from './debian.ts';
import { freePort } from './postgres.ts';

const DEPLOYED = join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf');

export type Nginx = {
  url: string;
  pid: number;
  /** Where its logs are. */
  folder: string;
  stop(): Promise<void>;
};

/**
 * Starts nginx as one process on a port of the system's. `http` and `server` are lines of these blocks, in
 * which `$folder` is a folder of its own.
 */
export const startNginx = ({ http = '', server }: { http?: string; server: string }): Promise<Nginx> =>
  startNginxWith((port) => `${http}\nserver { listen 127.0.0.1:${port}; ${server} }`);

/** The same with all lines of the http block, in which a server listens on the port that is given. */
export async function startNginxWith(http: (port: number) => string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-nginx-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const config = `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 512; }
http { access_log off; types { text/html html; application/json json; } sendfile on; keepalive_requests 1000000;
${paths}
${http(port)} }`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config.replaceAll('$folder', folder));
  const child = spawn(bringFromDebian('nginx').program, ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilOpen(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    folder,
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts nginx with deploy/nginx.conf in front of processes at these ports; what is for TLS, and the part
 * that leads there, stay out, and logs are in its folder. `inServer` are more lines of its server, `inHttp`
 * of what is around it.
 */
export function startDeployedNginx(
  [first, second]: readonly [number, number],
  { inHttp = '', inServer = '' } = {},
): Promise<Nginx> {
  const deployed = readFileSync(DEPLOYED, 'utf8')
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, '')
    .replaceAll(/^\s*ssl_.*$/gm, '')
    .replaceAll('/var/log/nginx/', '$folder/');
  return startNginxWith((port) =>
    (inHttp + deployed)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}; ${inServer}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${second}`),
  );
}

/** Starts nginx with deploy/nginx-fleet.conf, without its lines for TLS, before the sockets in a folder. */
export function startFleetNginx(sockets: string): Promise<Nginx> {
  const deployed = readFileSync(DEPLOYED.replace('nginx.conf', 'nginx-fleet.conf'), 'utf8')
    .replaceAll(/^\s*ssl_.*$/gm, '')
    .replaceAll('/var/log/nginx/', '$folder/')
    .replace('/run/cadenza/', sockets);
  return startNginxWith((port) => deployed.replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`));
}

/** Waits until a program that was started listens. Throws when it ends instead. */
export async function untilOpen(port: number, child: ChildProcess) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error('It did not start.');
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('It did not start in time.');
}
