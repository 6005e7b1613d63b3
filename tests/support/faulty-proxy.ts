import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What may go wrong on the way to a service: `reset` before it hears anything; `lost`: it did the work and
 * its answer never came; `truncated`: half of the answer came; `stalled`: silence; `late`: silence, and the
 * service hears it once the test releases it; a status: an answer of whatever stands between, as JSON or as a
 * page.
 */
export type Fault =
  | 'reset'
  | 'lost'
  | 'truncated'
  | 'stalled'
  | 'late'
  | 'page-200'
  | 'page-400'
  | 'page-502'
  | 429
  | 500;

export type FaultyProxy = Awaited<ReturnType<typeof openFaultyProxy>>;

/** A way to `target` that goes wrong as often as `plan` says; it forwards everything else. */
export async function openFaultyProxy(target: string) {
  const state: { fault: Fault | undefined; times: number; path: RegExp; met: number } = {
    fault: undefined,
    times: 0,
    path: /^/,
    met: 0,
  };
  const waiting: Waiting[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    const isPlanned =
      state.fault !== undefined && state.times > 0 && state.path.test(`${incoming.method} ${path}`);
    if (!isPlanned) return void forward(target, incoming, outgoing, (answer) => answer.pipe(outgoing));
    state.times -= 1;
    state.met += 1;
    if (state.fault === 'late') keepBack(target, incoming, waiting);
    else misbehave(target, state.fault as Exclude<Fault, 'late'>, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next `times` calls that match `METHOD /path` meet this fault. */
    plan(fault: Fault, path: RegExp, times = Number.POSITIVE_INFINITY) {
      Object.assign(state, { fault, path, times, met: 0 });
    },
    met: () => state.met,
    /** Lets the service hear what is late, whether its caller still waits or not; gives its answers’ statuses. */
    release: () => Promise.all(waiting.splice(0).map((send) => send())),
    /** Lets everything pass again; gives how many calls met the fault. */
    mend() {
      state.fault = undefined;
      return state.met;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answered: (answer: IncomingMessage) => void,
) {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = incoming;
  const onward = request({ hostname, port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answered(answer);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

/** Sends a call on, and gives the status of its answer. */
type Waiting = () => Promise<number>;

/** Reads a call whole, before its caller may be gone, and keeps it back. */
function keepBack(target: string, incoming: IncomingMessage, waiting: Waiting[]) {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { method, url = '', headers } = incoming;
  waiting.push(async () => {
    const { host: _, connection: __, 'content-length': ___, ...sent } = headers;
    const body = Buffer.concat(chunks);
    const answer = await fetch(new URL(url, target), {
      method: method ?? 'GET',
      headers: sent as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    await answer.arrayBuffer();
    return answer.status;
  });
}

function misbehave(
  target: string,
  fault: Exclude<Fault, 'late'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const drop = () => incoming.socket.resetAndDestroy();
  switch (fault) {
    case 'reset':
      return drop();
    case 'lost':
      return forward(target, incoming, outgoing, (answer) => answer.resume().on('end', drop));
    case 'truncated':
      return forward(target, incoming, outgoing, (answer) => {
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.socket?.destroySoon());
        });
      });
    case 'stalled':
      return;
    case 'page-200':
    case 'page-400':
    case 'page-502':
      outgoing.writeHead(Number(fault.slice(5)), { 'content-type': 'text/html' });
      return void outgoing.end('<!doctype html><title>Welcome to the network</title>');
    default:
      outgoing.writeHead(fault, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ error: { type: 'api_error', message: 'Try again later.' } }));
  }
}
