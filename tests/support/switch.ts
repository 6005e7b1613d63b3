import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * An address that leads to one server, and after `lead` to another, as the name of a database does whose
 * standby takes over.
 */
export async function openSwitch(url: string) {
  let to = new URL(url);
  const sockets = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String((way.address() as AddressInfo).port);
  return {
    url: through.href,
    lead: (next: string) => {
      to = new URL(next);
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => way.close(resolve));
    },
  };
}
