import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { openCards } from './card-payments.ts';

/**
 * A card payments service that listens for the tests of the browser's half, which cannot load a server
 * themselves.
 */
export default async function setup(project: TestProject) {
  const cards = await openCards({ now: Date.now });
  await cards.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = cards.app.server.address() as AddressInfo;
  project.provide('cardsUrl', `http://127.0.0.1:${port}/cards`);
  return () => cards.close();
}

declare module 'vitest' {
  interface ProvidedContext {
    cardsUrl: string;
  }
}
