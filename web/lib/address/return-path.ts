import { useSyncExternalStore } from 'react';
import { prefixIn, withoutLanguage } from '#languages/addresses.ts';

/**
 * The path of this origin that a sign-in leads back to, from a page's query (`?from=…`); null without one.
 * Anything that a browser could read as another origin (`//host`, backslashes, a scheme) counts as `/`. It has
 * no language: as the router's own paths it is one of this page's.
 */
export function returnPathOf(search: string): string | null {
  const from = new URLSearchParams(search).get('from');
  return from === null ? null : ownPath(from);
}

function ownPath(from: string): string {
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from)) return '/';
  const base = 'http://school.invalid';
  const url = new URL(from, base);
  const path = withoutLanguage(url.pathname) + url.search + url.hash;
  // `/.//host` is of this origin, and the path that it comes to is not.
  return url.origin === base && !path.startsWith('//') ? path : '/';
}

const never = () => () => {};

/** The return path of this page; null on the server, whose pages are the same for all. */
export const useReturnPath = () =>
  useSyncExternalStore(
    never,
    () => returnPathOf(location.search),
    () => null,
  );

/**
 * What the identity service puts into the link of a mail (`ActionCodeSettings`), so that who follows it goes
 * on where they were: at what a sign-in page leads back to, else at this page itself.
 */
export function backHere(): { url: string } {
  const { origin, pathname, search } = location;
  const path = withoutLanguage(pathname);
  const back = returnPathOf(search) ?? (ENTRANCES.has(path) ? '/' : path + search);
  return { url: origin + prefixIn(pathname) + back };
}

/** Pages that a sign-in does not lead back to. */
const ENTRANCES = new Set(['/login', '/register', '/account/forgot', '/account/action']);

/** The path of this origin in the link of such a mail; home where it names none. */
export function continuePathOf(search: string): string {
  const url = URL.parse(new URLSearchParams(search).get('continueUrl') ?? '');
  return url && url.origin === location.origin ? ownPath(url.pathname + url.search + url.hash) : '/';
}

/** A page on the way in that leads back to where this one does. */
export function useEntrance(pathname: '/login' | '/register' | '/account/forgot') {
  const from = useReturnPath();
  return { pathname, search: from ? `?from=${encodeURIComponent(from)}` : '' };
}
