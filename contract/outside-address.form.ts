/**
 * Whether a text is an address that a server can call: without a password in it, and without what no server is
 * ever sent. Whether its host may be reached is for the server to say.
 */
export function isCallable(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}
