import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { OWN_SCRIPT, ownScriptsOf } from './own-scripts.ts';
import { finishContext, isFirstContext } from './ssr.ts';

export { createPages } from './ssr.ts';

/** Whole pages, not streams: a page is rendered once and kept for every visitor. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const stream = await renderToReadableStream(
    <ServerRouter context={entryContext} url={request.url} nonce={OWN_SCRIPT} />,
    // All of it in its place: by default React moves large parts of a page to its end.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  const isHeld = import.meta.env.PROD && isWhole(entryContext);
  // Most addresses that do not exist are asked for by machines, which read no style sheet.
  const tags = status < 400 && context.get(isFirstContext) ? SHEET : SHEET_LINK;
  context.set(finishContext, (html) => {
    const plain = import.meta.env.PROD ? html.replaceAll(DISCOVERED, '') : html;
    const { text, scripts } = ownScriptsOf(plain, { isHeld });
    return { text, scripts, styles: { at: text.indexOf('</head>'), tags } };
  });
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { headers, status });
}

/**
 * Marks each link for the router's search for routes, which the browser has from the start
 * (react-router.config.ts): no visitor is sent it. In development React would report the difference.
 */
const DISCOVERED = ' data-discover="true"';

/*
 * The style sheet, twice as long as a page and the same in all of them: React, which passes over what others
 * put into a head, need not read it for each.
 */
const encoder = new TextEncoder();
const SHEET = encoder.encode(
  import.meta.env.PROD ? `<style>${(await import('./app.css?inline')).default}</style>` : '',
);
const SHEET_LINK = encoder.encode(
  import.meta.env.PROD ? `<link rel="stylesheet" href="${(await import('./app.css?url')).default}"/>` : '',
);

/** Whether nothing that the page shows is left for the browser to load. */
const isWhole = ({ manifest, staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches.every(({ route: { id } }) => {
    const route = manifest.routes[id];
    return !route?.hasClientLoader || route.hasLoader;
  });
