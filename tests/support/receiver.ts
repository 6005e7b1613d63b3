import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver was sent. */
export type Received = { headers: Record<string, string>; body: string };
type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** A program that takes webhooks on a port of the system's; it answers 204 unless `respond` is set. */
export async function openReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    url: '',
    respond: ((response) => void response.writeHead(204).end()) as Respond,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    received.push({ headers: request.headers as Record<string, string>, body });
    receiver.respond(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told?by=cadenza`;
  return receiver;
}
