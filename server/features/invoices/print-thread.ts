import { parentPort } from 'node:worker_threads';
import { invoicePdf } from './invoice-pdf.ts';
import type { Sheet } from './printed.ts';

/* Runs in a thread of its own: what is printed takes a third of a second, for which no request waits then. */

export type Asked = { id: number; printed: Sheet };
export type Made = { id: number; bytes: Uint8Array } | { id: number; error: Error };

const port = parentPort;
if (!port) throw new Error('This runs in a thread of its own.');
port.on('message', async ({ id, printed }: Asked) => {
  try {
    port.postMessage({ id, bytes: await invoicePdf(printed) } satisfies Made);
  } catch (error) {
    // What cannot be printed ends no other print.
    port.postMessage({ id, error: error as Error } satisfies Made);
  }
});
