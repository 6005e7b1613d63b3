/** Where the first socket is that a service manager passes (sd_listen_fds(3)). */
const FIRST_FD = 3;

/** Why a socket that was passed cannot be used, as one sentence. */
export class SocketError extends Error {
  override name = 'SocketError';
}

type Env = Record<string, string | undefined>;

/**
 * The descriptor of the listening socket that systemd has passed to this process; undefined where it has
 * passed none. Takes what says so out of `env`: it is not meant for a process that this one starts. Throws
 * `SocketError` where there are several.
 */
export function takePassedSocket(env: Env, pid = process.pid): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = env;
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name];
  if (LISTEN_PID !== String(pid)) return undefined;
  if (LISTEN_FDS !== '1')
    throw new SocketError(
      `One socket can be listened on, and LISTEN_FDS is ${LISTEN_FDS}. Leave one ListenStream in the socket unit.`,
    );
  return FIRST_FD;
}
