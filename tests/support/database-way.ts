import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a PostgreSQL server that can fall silent, or lose one answer together with its connection. */
export async function openDatabaseWay(url: string) {
  const to = new URL(url);
  let isSilent = false;
  let left = Number.POSITIVE_INFINITY;
  const sockets: Socket[] = [];
  const way = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    sockets.push(near, far);
    near.on('data', (chunk) => isSilent || far.write(chunk)).on('error', () => {});
    far.on('error', () => {});
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    const count = answerCounter();
    far.on('data', (chunk: Buffer) => {
      if (isSilent) return;
      left -= count(chunk);
      if (left > 0) return void near.write(chunk);
      left = Number.POSITIVE_INFINITY;
      near.destroy();
    });
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((way.address() as AddressInfo).port);
  return {
    url: through.href,
    silence: (silent: boolean) => {
      isSilent = silent;
    },
    /** The server does what it is asked the `nth` time from now on, and nobody hears of it. */
    loseAnswer: (nth: number) => {
      left = nth;
    },
    /** Loses none any more; gives whether the one to lose is still to come. */
    keepAnswers: () => {
      const isLeft = left < Number.POSITIVE_INFINITY;
      left = Number.POSITIVE_INFINITY;
      return isLeft;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => way.close(resolve));
    },
  };
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const LENGTH_BYTES = 4;

/**
 * Counts the answers in what a server sends: each ends by ReadyForQuery (PostgreSQL's protocol 3.0, message
 * formats).
 */
function answerCounter() {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    let found = 0;
    while (rest.length > LENGTH_BYTES) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) break;
      if (rest[0] === READY_FOR_QUERY) found += 1;
      rest = rest.subarray(end);
    }
    return found;
  };
}
