import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { bytesOf, noise } from './image-host/pictures.ts';

/*
 * What a demo school is asked in a busy week, in one go: pages, calls, signed-in reads, some writes,
 * pictures.
 */

const CONNECTIONS = 16;
/** Every so often somebody looks for words that nobody has looked for. */
const WORDS = 4000;
const UPLOAD_EVERY = 2000;

type Call = { method?: string; path: string; headers?: OutgoingHttpHeaders; body?: unknown };
type Answer = { status: number; body: Buffer };

function caller(url: string) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const call = ({ method = 'GET', path, headers, body }: Call) =>
    new Promise<Answer>((resolve, reject) => {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      request({ hostname, port, agent, method, path, headers: { ...type, ...headers } }, (answer) =>
        buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, body: bytes }), reject),
      )
        .on('error', reject)
        .end(payload);
    });
  return { call, close: () => agent.destroy() };
}

/** Signs a demo person in; gives the header of their calls. */
async function signIn(call: (of: Call) => Promise<Answer>, email: string) {
  const known = await call({
    method: 'POST',
    path: '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=cadenza-web',
    body: { email, password: DEMO_PASSWORD, returnSecureToken: true },
  });
  const { idToken } = JSON.parse(known.body.toString());
  const authorization = `Bearer ${idToken}`;
  const opened = await call({
    method: 'POST',
    path: '/api/jwt',
    headers: { authorization },
    body: { email },
  });
  return { authorization: `Bearer ${JSON.parse(opened.body.toString()).token}` };
}

async function upload(url: string, authorization: string): Promise<string> {
  const form = new FormData();
  form.set('image', new File([await bytesOf(noise(640, 480).png())], 'picture.png', { type: 'image/png' }));
  const answer = await fetch(`${url}/images/1/upload?key=cadenza-web`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { display_url: string } };
  return new URL(data.display_url).pathname;
}

/**
 * Asks `count` times, and says before each how many were asked. Throws if anything but a refusal that the mix
 * expects is answered.
 */
export async function askMixed(
  url: string,
  count: number,
  onAsk: (asked: number) => void = () => {},
): Promise<void> {
  const { call, close } = caller(url);
  const student = 'student@cadenza.example';
  const [asStudent, asTeacher, asAdmin] = await Promise.all(
    [student, 'clara@cadenza.example', 'admin@cadenza.example'].map((email) => signIn(call, email)),
  );
  const listed = await call({ path: '/api/classes/all' });
  const classes: { _id: string }[] = JSON.parse(listed.body.toString());
  const posts: { _id: string }[] = JSON.parse((await call({ path: '/api/blog' })).body.toString());
  const pictures = ['/art/hero-1088.webp'];
  const br = { 'accept-encoding': 'br' };
  const of = <T>(list: readonly T[], at: number) => list[at % list.length] as T;

  const mix: ((at: number) => Call)[] = [
    () => ({ path: '/', headers: br }),
    () => ({ path: '/classes', headers: br }),
    () => ({ path: '/classes' }),
    () => ({ path: '/blogs', headers: br }),
    (at) => ({ path: `/blog/${of(posts, at)._id}`, headers: br }),
    () => ({ path: '/instructorlist', headers: { 'accept-encoding': 'gzip' } }),
    (at) => ({ path: `/classes?q=word${at % WORDS}`, headers: br }),
    () => ({ path: '/api/classes/all', headers: br }),
    () => ({ path: '/api/popularclasses' }),
    () => ({ path: '/api/blog' }),
    (at) => ({ path: `/api/class/${of(classes, at)._id}` }),
    () => ({ path: `/api/selectedclass/${student}`, headers: asStudent }),
    () => ({ path: '/api/account/sessions', headers: asStudent }),
    () => ({ path: '/api/account/data', headers: asStudent }),
    () => ({ path: '/api/users/search?q=a', headers: asAdmin }),
    () => ({ path: '/api/reports/overview', headers: asAdmin }),
    () => ({ path: '/api/account/sessions', headers: asTeacher }),
    (at) => ({
      method: 'POST',
      path: '/api/select/class/',
      headers: asStudent,
      body: { classid: of(classes, at)._id, email: student },
    }),
    (at) => ({ path: of(pictures, at) }),
    (at) => ({ path: of(pictures, at), headers: br }),
  ];

  let asked = 0;
  async function ask() {
    while (asked < count) {
      const at = asked++;
      onAsk(at);
      if (at % UPLOAD_EVERY === 0) pictures.push(await upload(url, asTeacher?.authorization ?? ''));
      const next = of(mix, at)(Math.floor(at / mix.length));
      const { status } = await call(next);
      if (status >= 500 || (status >= 400 && next.method !== 'POST'))
        throw new Error(`${next.path} answered ${status} in the mix.`);
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  close();
}
