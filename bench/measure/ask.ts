import { once } from 'node:events';
import { connect } from 'node:net';

const CONNECTIONS = 8;
const HEAD_END = '\r\n\r\n';

export type Asked = { paths: readonly string[]; headers: Record<string, string>; count: number };

/**
 * Sends so many GETs over eight connections that stay open, each connection one after the other, the paths in
 * turn. Reads of an answer only where it ends: what asks would else take more of the processor than what
 * answers. Throws at an answer that is no 200.
 */
export async function ask(url: string, { paths, headers, count }: Asked): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`);
  let sent = 0;

  async function askOn() {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    /** How many bytes of the answer are still to come. */
    let left = 0;
    const next = () => (sent < count ? socket.write(requests[sent++ % requests.length] ?? '') : socket.end());
    socket.on('data', (chunk: Buffer) => {
      left = (left || lengthOf(chunk)) - chunk.length;
      if (left === 0) next();
      if (left < 0) socket.destroy(new Error(`${url} sent more than it said.`));
    });
    next();
    await once(socket, 'close');
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
}

/** How long an answer is, its head among it, by its first bytes. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.toString('latin1', 0, chunk.indexOf(HEAD_END));
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || !length) throw new Error(`Answered badly under load:\n${head}`);
  return head.length + HEAD_END.length + Number(length);
}
