import type { MusicClass } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { compareCosts, type Server } from './process.ts';
import type { Row } from './section.ts';

const PAGES = ['/', '/classes', '/instructorlist', '/blogs'];
/** A person may make 300 calls a minute. */
const EVERY_MS = 200;

/** An instructor of the demo school, with a class that the public sees, and how it is changed. */
async function openWriter(url: string) {
  const send = async <T = unknown>(
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const email = DEMO_ACCOUNTS.find(({ role }) => role === 'instructor')?.email;
  const { identity } = await send<ClientConfig>('GET', '/config.json');
  const signIn = `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${identity.apiKey}`;
  const { idToken } = await send<{ idToken: string }>('POST', signIn, {
    email,
    password: DEMO_PASSWORD,
    returnSecureToken: true,
  });
  await send('POST', '/api/users', { email }, idToken);
  const { token } = await send<{ token: string }>('POST', '/api/jwt', { email }, idToken);
  const classes = await send<MusicClass[]>('GET', `/api/classes/find/${email}`, undefined, token);
  const taught = classes.find(({ status }) => status === 'approved');
  if (!taught) throw new Error('Nothing of the demo instructor is on the public list.');
  let count = 0;
  return () => send('PUT', `/api/class/update/${taught._id}`, { classname: `Renamed ${++count}` }, token);
}

/**
 * What public pages cost while an instructor renames a class as often as one person may, against the same
 * pages left alone.
 */
export async function writingRow(product: Server): Promise<Row> {
  const write = await openWriter(product.url);
  const alone = await compareCosts(product, product, PAGES, { 'accept-encoding': 'br' });
  let fault: unknown;
  const timer = setInterval(() => {
    write().catch((error) => {
      fault = error;
    });
  }, EVERY_MS);
  const disturbed = await compareCosts(product, product, PAGES, { 'accept-encoding': 'br' }).finally(() =>
    clearInterval(timer),
  );
  if (fault) throw fault;
  const ratio = alone.ours / disturbed.ours;
  return {
    what: `${PAGES.map((path) => `\`${path}\``).join(', ')}, br, while one person writes`,
    ours: `${disturbed.ours.toFixed(0)} µs`,
    reference: `${alone.ours.toFixed(0)} µs undisturbed`,
    ratio,
    goal: '≥ 0.9',
    isMet: ratio >= 0.9,
    limitedBy: 'five writes a second, and after each two pages rendered and compressed again',
  };
}
