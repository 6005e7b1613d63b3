import { renderToReadableStream } from 'react-dom/server.edge';
import { type EntryContext, ServerRouter } from 'react-router';

export { createPages } from './ssr.ts';

/** Whole pages, not streams: they are rendered once and kept for every visitor. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  let failed = false;
  const stream = await renderToReadableStream(<ServerRouter context={entryContext} url={request.url} />, {
    onError(error) {
      failed = true;
      console.error(error);
    },
  });
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { headers, status: failed ? 500 : status });
}
