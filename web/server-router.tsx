import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

/* The router, as pages take it that are rendered by the built server (vite.config.ts). */

export * from 'react-router';

/** Whole paths of this site, which the router would write as they are. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** A link is its address there: the router works out for each of a page's many what only a click needs. */
export function Link(props: ComponentProps<typeof RouterLink>) {
  const { to, discover, prefetch, relative, reloadDocument, replace, mask, state, ...rest } = props;
  if (typeof to !== 'string' || !PLAIN.test(to)) return <RouterLink {...props} />;
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, ...attributes } = rest;
  return <a {...attributes} href={to} />;
}
