import { useSyncExternalStore } from 'react';

/**
 * The path of this origin that a sign-in leads back to, from a page's query (`?from=…`); null without one. Anything that a
 * browser could read as another origin (`//host`, backslashes, a scheme) counts as `/`.
 */
export function returnPathOf(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  if (from === null) return null;
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from)) return '/';
  const base = 'http://school.invalid';
  const url = new URL(from, base);
  const path = url.pathname + url.search + url.hash;
  // `/.//host` is of this origin, and the path that it comes to is not.
  return url.origin === base && !path.startsWith('//') ? path : '/';
}

const never = () => () => {};

/** The return path of this page; null on the server, whose pages are the same for everybody. */
export const useReturnPath = () =>
  useSyncExternalStore(
    never,
    () => returnPathOf(location.search),
    () => null,
  );

/** The sign-in page that leads back to `path`. */
export const loginPath = (path: string) => `/login?from=${encodeURIComponent(path)}`;
