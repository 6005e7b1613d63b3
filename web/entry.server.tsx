import { renderToString } from 'react-dom/server.edge';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { type Edits, editText } from './edit-text.ts';
import { OWN_MARK, OWN_SCRIPT, ownScriptsOf } from './own-scripts.ts';
import { type Html, htmlContext } from './ssr.ts';
import { HELD } from './start.ts';

export { createPages } from './ssr.ts';

/**
 * Whole pages, not streams: they are rendered once and kept for every visitor. React writes a page as one
 * text in a third of the time that it takes to write it as a stream; nothing in a page may wait by then, so
 * the data that the router hands on is read first.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  await readHandoff(entryContext);
  const page = <ServerRouter context={ofMatches(entryContext)} url={request.url} nonce={OWN_SCRIPT} />;
  const html = `<!DOCTYPE html>${renderToString(page)}`;
  headers.set('content-type', 'text/html; charset=utf-8');
  const isHeld = import.meta.env.PROD && isWhole(entryContext);
  const text = editText(html, isHeld ? [...MARKS, ...HELD_SCRIPTS] : MARKS);
  context.set(htmlContext, htmlOf(text, { scripts: ownScriptsOf(html), status }));
  return new Response(null, { headers, status });
}

/**
 * A page of the routes that match it: the router would make a route of every other one too, for each page.
 */
function ofMatches(entryContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entryContext;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id)));
  return { ...entryContext, manifest: { ...manifest, routes } };
}

/**
 * What no visitor is sent. The router marks each link for its search for routes; the browser has them all
 * from the start (react-router.config.ts). In development React would tell of the difference.
 */
const MARKS: Edits = [
  [OWN_MARK, ''],
  ...(import.meta.env.PROD ? [[' data-discover="true"', ''] as const] : []),
];

/** How the scripts of a page are held back. */
const HELD_SCRIPTS: Edits = [
  ['<link rel="modulepreload"', `<link rel="${HELD}"`],
  [`<script${OWN_MARK} type="module"`, `<script type="${HELD}"`],
];

/** Where `root.tsx` leaves room for the style sheet, which is most of a page and the same in all of them. */
const STYLES = ' data-href="app">';
const css = import.meta.env.PROD
  ? new TextEncoder().encode((await import('./app.css?inline')).default)
  : undefined;

/**
 * Error pages link it instead: most addresses that do not exist are asked for by machines, which read no
 * style sheet.
 */
const cssLink = import.meta.env.PROD
  ? `<link rel="stylesheet" href="${(await import('./app.css?url')).default}" data-precedence="default"/>`
  : '';

function htmlOf(text: string, { scripts, status }: { scripts: readonly string[]; status: number }): Html {
  if (!css) return { text, scripts, styles: undefined };
  const at = text.indexOf(STYLES) + STYLES.length;
  if (status < 400) return { text, scripts, styles: { css, at } };
  // The empty element stays, where React looks for it.
  const opens = text.lastIndexOf('<style', at);
  return { text: text.slice(0, opens) + cssLink + text.slice(opens), scripts, styles: undefined };
}

/** Puts the data of the page's loaders where the router looks for what of it has come in already. */
async function readHandoff(entryContext: EntryContext) {
  const reader = entryContext.serverHandoffStream?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let value = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    value += decoder.decode(part.value, { stream: true });
  reader.releaseLock();
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  entryContext.renderMeta = { streamCache: [read] };
}

/** Whether nothing that the page shows is left for the browser to load. */
const isWhole = ({ manifest, staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches.every(({ route: { id } }) => {
    const route = manifest.routes[id];
    return !route?.hasClientLoader || route.hasLoader;
  });
