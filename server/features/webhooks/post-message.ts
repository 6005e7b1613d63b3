import type { IncomingMessage } from 'node:http';
import { type Calling, callOutside } from '#server/services/outside/call-outside.ts';

/**
 * Of an answer nothing but its status counts: of what follows so much is read, so that the receiver meets a
 * polite end.
 */
const ANSWER_MAX = 16 * 1024;

/** Posts a message and gives the status of the answer. Throws an `OutsideError`. */
export const postMessage = (
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  calling: Calling,
): Promise<number> =>
  callOutside(
    address,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Cadenza-Webhooks',
        ...headers,
      },
      body,
    },
    { ...calling, read: readStatus },
  );

async function readStatus(answer: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes > ANSWER_MAX) break;
  }
  return answer.statusCode ?? 0;
}
