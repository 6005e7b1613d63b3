import type { FastifyReply } from 'fastify';

/** Answers with a PDF, to be saved; its addresses are for their readers alone. */
export function sendPdf(
  reply: Pick<FastifyReply, 'headers' | 'type'>,
  { filename, content }: { filename: string; content: Buffer },
): never {
  reply.headers({
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  // Contracts call the file a string; on its way it is its bytes.
  return reply.type('application/pdf').send(content) as never;
}
