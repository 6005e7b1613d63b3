import { renderToReadableStream } from 'react-dom/server.edge';
import { type EntryContext, ServerRouter } from 'react-router';
import { holdScripts } from './start.ts';

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
  const html = await new Response(stream).text();
  const body = import.meta.env.PROD && isWhole(entryContext) ? holdScripts(html) : html;
  return new Response(body, { headers, status: failed ? 500 : status });
}

/** Whether nothing that the page shows is left for the browser to load. */
const isWhole = ({ manifest, staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches.every(({ route: { id } }) => {
    const route = manifest.routes[id];
    return !route?.hasClientLoader || route.hasLoader;
  });
