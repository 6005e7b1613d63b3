import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswer, toAnswer } from './answer.ts';

type File = { type: string; body: string; cacheControl: string };

/**
 * Answers a file that programs ask for again and again: 304 while the one that they have is the same (RFC
 * 9110, section 13.1.2).
 */
export function sendIfChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, cacheControl }: File,
) {
  // It is written again with the answer itself.
  reply.removeHeader('x-request-id');
  const set = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  const headers = { ...Object.fromEntries(set), 'content-type': type, 'cache-control': cacheControl };
  const answer = toAnswer({ status: 200, headers, body: Buffer.from(body) });
  // The contract calls the answer a text; it has been sent already.
  return sendAnswer(request, reply, answer) as never;
}
