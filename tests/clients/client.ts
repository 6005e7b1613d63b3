import { createHmac, timingSafeEqual } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './generated/school.ts';

/* What programs of a school share: its calls, a copy of its records, and the messages that it sends. */

type Schemas = components['schemas'];

/** A record of each list. */
export type Records = {
  classes: Schemas['V1Class'];
  terms: Schemas['V1Term'];
  rooms: Schemas['V1Room'];
  lessons: Schemas['V1Lesson'];
  people: Schemas['V1Person'];
  families: Schemas['V1Family'];
  enrolments: Schemas['V1Enrolment'];
  waitlist: Schemas['V1Waiting'];
  attendance: Schemas['V1Attendance'];
  charges: Schemas['V1Charge'];
  invoices: Schemas['V1Invoice'];
  movements: Schemas['V1Movement'];
  posts: Schemas['V1Post'];
};
export type Noun = keyof Records;
type Page<N extends Noun> = { items: (Records[N] | Schemas['V1Gone'])[]; next: string | null };

export type Notice = {
  [E in keyof webhooks]: NonNullable<webhooks[E]['post']['requestBody']>['content']['application/json'];
}[keyof webhooks];

/** The calls of a school, at its address and by an API key. */
export const openClient = (url: string, key: string) =>
  createClient<paths>({ baseUrl: `${url}/api`, headers: { authorization: `Bearer ${key}` } });
export type Client = ReturnType<typeof openClient>;

/** What a call gave. Throws where it was refused. */
export function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

type Asked = { cursor?: string; since?: string };
type Reads = { [N in Noun]: (client: Client, query: Asked) => Promise<Page<N>> };

const LISTS: Reads = {
  classes: async (client, query) => dataOf(await client.GET('/v1/classes', { params: { query } })),
  terms: async (client, query) => dataOf(await client.GET('/v1/terms', { params: { query } })),
  rooms: async (client, query) => dataOf(await client.GET('/v1/rooms', { params: { query } })),
  lessons: async (client, query) => dataOf(await client.GET('/v1/lessons', { params: { query } })),
  people: async (client, query) => dataOf(await client.GET('/v1/people', { params: { query } })),
  families: async (client, query) => dataOf(await client.GET('/v1/families', { params: { query } })),
  enrolments: async (client, query) => dataOf(await client.GET('/v1/enrolments', { params: { query } })),
  waitlist: async (client, query) => dataOf(await client.GET('/v1/waitlist', { params: { query } })),
  attendance: async (client, query) => dataOf(await client.GET('/v1/attendance', { params: { query } })),
  charges: async (client, query) => dataOf(await client.GET('/v1/charges', { params: { query } })),
  invoices: async (client, query) => dataOf(await client.GET('/v1/invoices', { params: { query } })),
  movements: async (client, query) => dataOf(await client.GET('/v1/movements', { params: { query } })),
  posts: async (client, query) => dataOf(await client.GET('/v1/posts', { params: { query } })),
};

/** A copy of lists of a school. */
export class Copy {
  readonly #client: Client;
  readonly nouns: readonly Noun[];
  readonly #records = new Map<Noun, Map<string, object>>();
  /** From when on changes are not known yet. */
  #since = '';
  /** How many calls it has made. */
  calls = 0;

  constructor(client: Client, nouns: readonly Noun[]) {
    this.#client = client;
    this.nouns = nouns;
    for (const noun of nouns) this.#records.set(noun, new Map());
  }

  /** A list's records by id. */
  of<N extends Noun>(noun: N): Map<string, Records[N]> {
    const records = this.#records.get(noun);
    if (!records) throw new Error(`${noun} are not copied.`);
    return records as Map<string, Records[N]>;
  }

  /** Reads everything; and after that, each time, what changed since the last. */
  async read(): Promise<void> {
    const since = this.#since;
    const began = new Date().toISOString();
    for (const noun of this.nouns) await this.#readList(noun, since ? { since } : {});
    // Only now: what a list that broke off did not say is asked for again.
    this.#since = began;
  }

  async #readList<N extends Noun>(noun: N, asked: Asked): Promise<void> {
    let next: string | null = null;
    do {
      this.calls += 1;
      const page: Page<N> = await LISTS[noun](this.#client, { ...asked, ...(next && { cursor: next }) });
      for (const item of page.items) this.#put(noun, item);
      next = page.next;
    } while (next);
  }

  #put<N extends Noun>(noun: N, item: Records[N] | Schemas['V1Gone']) {
    if ('deletedat' in item) this.of(noun).delete(item._id);
    else this.of(noun).set(item._id, item);
  }

  /** Reads one record anew, by its address: what is gone there is gone here. */
  async follow(address: string): Promise<void> {
    const [, noun = '', id = ''] = /^\/api\/v1\/(\w+)\/([^/]+)$/.exec(address) ?? [];
    const records = this.#records.get(noun as Noun);
    if (!records) return;
    this.calls += 1;
    // Every list has a call for one record of it.
    const path = `/v1/${noun}/{id}` as '/v1/classes/{id}';
    const params = { path: { id: decodeURIComponent(id) } };
    const { data, response } = await this.#client.GET(path, { params });
    if (data) records.set(data._id, data);
    else if (response.status === 404) records.delete(decodeURIComponent(id));
    else throw new Error(`${address}: ${response.status}`);
  }

  /** The lessons of a class, as they are planned now. */
  async readLessonsOf(classid: string): Promise<void> {
    const lessons = this.of('lessons');
    for (const { _id, classid: of } of [...lessons.values()]) if (of === classid) lessons.delete(_id);
    let next: string | null = null;
    do {
      this.calls += 1;
      const query = next ? { cursor: next } : {};
      const path = { id: classid };
      const page: Page<'lessons'> = dataOf(
        await this.#client.GET('/v1/classes/{id}/lessons', { params: { path, query } }),
      );
      for (const item of page.items) this.#put('lessons', item);
      next = page.next;
    } while (next);
  }
}

export type Message = { headers: Record<string, string>; body: string };

/** Takes messages of a webhook: each once, and of a subject none that is older than the last. */
export class Inbox {
  readonly #secret: string;
  readonly #taken = new Set<string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The notice of a message; undefined for one that was taken before. Throws where the signature is wrong. */
  open({ headers, body }: Message): Notice | undefined {
    const { 'webhook-id': id = '', 'webhook-timestamp': moment, 'webhook-signature': given = '' } = headers;
    const key = Buffer.from(this.#secret.replace('whsec_', ''), 'base64');
    const made = `v1,${createHmac('sha256', key).update(`${id}.${moment}.${body}`).digest('base64')}`;
    if (given.length !== made.length || !timingSafeEqual(Buffer.from(given), Buffer.from(made)))
      throw new Error('The signature is wrong.');
    if (this.#taken.has(id)) return undefined;
    this.#taken.add(id);
    return JSON.parse(body) as Notice;
  }

  /** Takes anew what comes again, as after a day on which what was taken was lost. */
  forget(): void {
    this.#taken.clear();
  }
}
