import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { type Endpoint, LIST_NOUNS, type ListNoun } from '#contract/endpoint.ts';
import { addDays } from '#contract/time/days.ts';
import { LIST_DAYS_MAX } from '#contract/v1/calls.ts';
import { v1Endpoints } from '#contract/v1/schema.ts';
import { actAs } from '#server/auth/acting.ts';
import { type ReadSchool, schoolDay, startOfDay } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { findKey, shownKey } from '#server/features/keys/index.ts';
import { ensure } from '#server/http/errors.ts';
import { INSIDE } from '#server/services/inject-fetch.ts';
import { actingCaller } from './acting-caller.ts';
import { type Answer, answerKeeper } from './keep-answer.ts';
import type { Asked } from './lists/list.ts';
import { readList, readRecord } from './read-list.ts';
import { WRITES, type Write } from './writes.ts';

export type V1Options = {
  db: Kysely<Database>;
  readSchool: ReadSchool;
  now: () => number;
};

type Query = Omit<Asked, 'begin' | 'end'> & {
  limit: number;
  cursor?: string | undefined;
  since?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const ALWAYS = { begin: 0, end: Number.MAX_SAFE_INTEGER };

/** Lists that are read by days. */
const BY_DAYS: ReadonlySet<ListNoun> = new Set(['lessons', 'attendance']);

export const v1Routes: FastifyPluginAsyncZod<V1Options> = async (app, options) => {
  const { db, readSchool, now } = options;
  giveTags(app);

  app.route({
    ...v1Endpoints.v1ReadKey,
    handler: async ({ key }) => {
      const school = await readSchool();
      const row = key && (await findKey(db, key._id));
      ensure(row, 'key-unknown');
      const { name, scopes, until, addresses } = shownKey(row, school);
      const { timezone = 'UTC', currency } = school;
      return { name, scopes, until, addresses, school: { name: school.name, timezone, currency } };
    },
  });

  /** From when to when a list is read that is read by days: from today on, where nothing else chooses. */
  async function spanOf(noun: ListNoun, { from, to, since, lessonid, classid }: Query) {
    const isChosen = since !== undefined || lessonid !== undefined || classid !== undefined;
    if (!BY_DAYS.has(noun) || (isChosen && !from && !to)) return ALWAYS;
    const school = await readSchool();
    const first = from ?? (to ? addDays(to, 1 - LIST_DAYS_MAX) : schoolDay(school, now()));
    const last = to ?? addDays(first, LIST_DAYS_MAX - 1);
    return { begin: startOfDay(school, first), end: startOfDay(school, addDays(last, 1)) };
  }

  for (const [name, endpoint] of Object.entries<Endpoint>(v1Endpoints)) {
    if (endpoint.method !== 'GET' || name === 'v1ReadKey') continue;
    const [, noun = '', , below] = endpoint.url.split('/').slice(1);
    const of = LIST_NOUNS.find((one) => one === (below ?? noun));
    if (!of) throw new Error(`${endpoint.url} is of no list.`);
    const isRecord = endpoint.url.endsWith('/:id');
    app.route({
      ...endpoint,
      handler: async ({ params, query }: FastifyRequest) => {
        const { id } = params as { id?: string };
        if (isRecord) return readRecord(db, of, String(id));
        const asked = { ...(query as Query), ...(id && { classid: id }) };
        return readList(db, of, { ...asked, ...(await spanOf(of, asked)) });
      },
    } as RouteOptions);
  }

  const keepAnswer = answerKeeper(db);
  for (const [name, write] of Object.entries(WRITES)) {
    const endpoint: Endpoint = v1Endpoints[name as keyof typeof WRITES];
    const sent = new WeakMap<FastifyRequest, unknown>();
    app.route({
      ...endpoint,
      // As it came, and comes to the call by which it is done; checked, it is worded as the product has it.
      preValidation: async (request: FastifyRequest) => void sent.set(request, request.body ?? {}),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const { key } = request;
        ensure(key, 'key-unknown');
        const body = sent.get(request) as Record<string, unknown>;
        const asked = [request.method, request.url, body];
        const header = request.headers['idempotency-key'];
        const answer = await keepAnswer(
          { keyid: key._id, key: header?.toString(), request: asked, now: now() },
          () => make(request, { endpoint, write, body }),
        );
        const isRefusal = answer.status >= 400;
        return reply
          .code(answer.status)
          .header('content-type', `application/${isRefusal ? 'problem+json' : 'json'}; charset=utf-8`)
          .send(answer.body);
      },
    } as RouteOptions);
  }

  /** Does a write by its call, inside this process. */
  async function make(
    request: FastifyRequest,
    { endpoint, write, body }: { endpoint: Endpoint; write: Write; body: Record<string, unknown> },
  ): Promise<Answer> {
    const { key } = request;
    ensure(key, 'key-unknown');
    const params = request.params as Record<string, unknown>;
    const idempotency = createHash('sha256')
      .update(`${key._id} ${request.headers['idempotency-key']}`)
      .digest('base64url');
    const sent = { params, body, key: `v1.${idempotency}` };
    await write.check?.(db, sent);
    const caller = await actingCaller(db, key, {
      role: write.as ?? 'office',
      learnerid: body.learnerid,
      now: now(),
    });
    const at = (await write.params?.(sent, db)) ?? {};
    const url = write.by.url.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(at[field])));
    const payload = write.body?.(sent);
    const answer = await actAs({ caller, key }, () =>
      app.inject({
        method: write.by.method,
        url: `/api${url}`,
        remoteAddress: INSIDE,
        headers: {
          'x-request-id': request.id,
          'accept-language': request.headers['accept-language'] ?? '',
        },
        ...(payload && { payload }),
      }),
    );
    if (answer.statusCode >= 400) return { status: answer.statusCode, body: answer.body };
    const schema = endpoint.schema.response[200] as z.ZodType;
    const made: Record<string, unknown> = answer.json();
    return { status: 200, body: JSON.stringify(schema.parse(write.answer?.(made) ?? made)) };
  }
};

/** Each answer to a read has an `ETag`, and is not sent again to who has it. */
function giveTags(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim());
    if (!known?.includes(etag)) return payload;
    reply.code(304);
    return '';
  });
}
