import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** A mail server that may be away for a while; it keeps the Message-ID of each mail that it took, as often as it came. */
export async function openMailbox() {
  const taken: string[] = [];
  const open = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const take = (chunks: Buffer[]) => {
          const id = /^Message-ID:\s+(\S+)/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
          taken.push(id ?? 'without an id');
          done();
        };
        // A process that is killed over a mail has not sent it.
        stream.toArray().then(take, () => {});
      },
    });
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  };
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  let server = await open(0);
  const { port } = server.server.address() as AddressInfo;
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    /** From now on no connection is taken; gives what ends that. */
    async goAway() {
      await close();
      return async () => {
        server = await open(port);
      };
    },
    close,
  };
}
