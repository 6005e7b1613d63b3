import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Role } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { isOffice } from '#contract/users/calls.ts';
import {
  ACTORS,
  type Actor,
  ALL_ACTORS,
  ALL_SUBJECTS,
  isFor,
  keptFrom,
  makeFamilies,
  READS,
  SECRETS,
  type Subject,
  signInRoles,
} from '#tests/support/actors.ts';
import { ROLES, table, type World } from '#tests/support/call-table.ts';
import { makeWorld } from '#tests/support/call-world.ts';
import { everyRowOf } from '#tests/support/every-row.ts';
import { bodyToSend } from '#tests/support/form-body.ts';
import { type LearnerWorld, PLACES, type Place, rolesOf } from '#tests/support/learner-calls.ts';
import { report } from '#tests/support/proof.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Every call × everyone who may have to do with a family: what each is answered, that a refused call leaves
 * every row as it was, and that no answer names a child to an actor who may not read of it. All of it follows
 * from what other tables declare: of a call about a learner from `learner-calls.ts` and what the actor is to
 * that learner, of any other from `call-table.ts` and the actor's role.
 */

type Families = Awaited<ReturnType<typeof makeFamilies>>;
type Answer = { status: number; code?: string };
type Request = { method: string; path: string; body?: unknown };

let school: TestSchool;
let roles: Awaited<ReturnType<typeof signInRoles>>;
/** Families that no call changes here. */
let families: Families;
let subjects: Record<Subject, LearnerWorld>;
let world: World;
let everything: () => Promise<string>;
let asked = 0;

beforeAll(async () => {
  school = await openTestSchool();
  everything = await everyRowOf(school.db);
  roles = await signInRoles(school);
  families = await makeFamilies(school, roles.cast);
  world = await makeWorld(school, families.people);
  subjects = {} as typeof subjects;
  for (const subject of ALL_SUBJECTS) subjects[subject] = await families.worldOf(subject);
});
afterAll(async () => {
  report({ 'calls made, each as one of those who may have to do with a family': asked });
  await school.close();
});

const personOf = (actor: Actor, { cast }: Families): Person | undefined =>
  (cast as { [one in Actor]?: Person })[actor];

/** The holder of the address has its secret, and reads the name that it is about. */
const OPENED_BY_SECRET = new Set(['readCalendar', 'readClaim']);

/** Sends a call as an actor. */
function send(actor: Actor, from: Families, { method, path, body }: Request) {
  asked += 1;
  const token = personOf(actor, from)?.token ?? roles.keys[actor];
  return school.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body !== undefined && { payload: bodyToSend(body as object) }),
  });
}

/** What an actor is answered; throws where it says what is not for them. */
async function ask(actor: Actor, from: Families, request: Request, isSecret = false): Promise<Answer> {
  const { statusCode: status, ...answer } = await send(actor, from, request);
  const kept = keptFrom(actor).filter((secret) => !isSecret || !NAMES.includes(secret));
  const told = kept.filter((secret) => answer.body.includes(secret));
  expect(told, `${request.method} ${request.path} as ${actor}`).toEqual([]);
  return status < 400 ? { status } : { status, code: answer.json().code };
}

/** What each cell of one call is answered, by actor; the rows are compared once for all that were refused. */
async function expectRefused(cells: readonly { actor: Actor; request: Request; status: number }[]) {
  const before = await everything();
  const answers = [];
  for (const { actor, request } of cells)
    answers.push([actor, request.path, (await ask(actor, families, request)).status]);
  expect(answers).toEqual(cells.map(({ actor, request, status }) => [actor, request.path, status]));
  expect(await everything()).toBe(before);
}

const others = Object.entries(table).filter(([name]) => !(name in PLACES));

const NAMES: readonly string[] = Object.values(SECRETS).map(({ name }) => name);

describe('a call about no learner in particular', () => {
  test.each(others)('%s is answered as the role of each actor says', async (name, { request, cells }) => {
    const wanted = request(world);
    const all = ALL_ACTORS.map((actor) => ({ actor, request: wanted, status: cells[ACTORS[actor]] }));
    await expectRefused(all.filter(({ status }) => status >= 400));
    const isSecret = OPENED_BY_SECRET.has(name);
    // What changes something is done by those who may in the table of roles: these actors have no other role
    // there.
    if (wanted.method !== 'GET') return;
    for (const { actor, status } of all.filter((cell) => cell.status < 400))
      expect(await ask(actor, families, wanted, isSecret), actor).toEqual({ status });
  });
});

/**
 * Calls that say of an account's own rows that they are another's, as they did before there were children.
 */
const OF_ADULTS = new Set(['deleteSelection']);

const ofAll = (...stop: [number, ErrorCode]) => ({
  'the child': stop,
  'the child, whose place a former guardian has paid': stop,
  'the teenager': stop,
});

/** What stops those who may make a call, once it is known that they may. */
const STOPS: { readonly [name: string]: { readonly [subject in Subject]?: [number, ErrorCode] } } = {
  // The class costs something.
  enrolFree: ofAll(400, 'price-differs'),
  // It has one place.
  joinWaitlistTogether: { ...ofAll(409, 'seats-too-few'), 'the teenager': [400, 'invalid-input'] },
  deleteLearner: { ...ofAll(409, 'learner-enrolled'), 'the teenager': [409, 'learner-is-self'] },
  offerTakeover: { 'the teenager': [409, 'learner-is-self'] },
  // Whose child it is guards it not.
  deleteGuardian: ofAll(404, 'guardian-not-found'),
};

/** Whether a call about this learner is for an actor, or how it is refused. */
function cellOf(
  actor: Actor,
  { name, endpoint, place, subject }: { name: string; endpoint: Endpoint; place: Place; subject: Subject },
): 'may' | number {
  const caller = ACTORS[actor];
  if (!(caller in ROLES)) return table[name]?.cells[caller] ?? 500;
  const access = rolesOf(endpoint);
  const role: Role = ROLES[caller as keyof typeof ROLES];
  if (!access[role]) return 403;
  // The office sees any, where the call says so of it alone.
  if (isOffice(role) && access[role] === 'any' && typeof access.student === 'object') return 'may';
  const { opens, also = opens } = place;
  if (isFor(actor, subject, opens) && isFor(actor, subject, also)) return 'may';
  return subject === 'the teenager' && OF_ADULTS.has(name) ? 403 : 404;
}

const requestsOf = (
  { method, url }: Endpoint,
  place: Place,
  { about, me }: { about: LearnerWorld; me: Person },
): Request[] =>
  place.requests(about, me).map(({ param = '', query, body }) => {
    const path = url.replace(/:\w+(\/:\w+)*/, () => param);
    return { method, path: query ? `${path}?${query}` : path, body };
  });

describe.each(Object.entries(PLACES))('%s', (name, place) => {
  const endpoint: Endpoint = endpoints[name as keyof typeof endpoints];

  test.each(ALL_SUBJECTS)('about %s, is for those whose learner it is to this call', async (subject) => {
    const cells = ALL_ACTORS.map((actor) => ({
      actor,
      status: cellOf(actor, { name, endpoint, place, subject }),
    }));
    const about = subjects[subject];
    await expectRefused(
      cells.flatMap(({ actor, status }) => {
        if (status === 'may') return [];
        const me = personOf(actor, families) ?? families.cast['student without a family'];
        return requestsOf(endpoint, place, { about, me }).map((request) => ({ actor, request, status }));
      }),
    );
    const [stop, code] = STOPS[name]?.[subject] ?? [200];
    for (const { actor } of cells.filter(({ status }) => status === 'may')) {
      // What one of them does is done for the others.
      const isRead = endpoint.method === 'GET';
      const theirs = isRead ? families : await makeFamilies(school, roles.cast);
      const me = personOf(actor, theirs);
      if (!me) throw new Error(`${name} is for no ${actor}.`);
      const one = isRead ? about : await theirs.worldOf(subject);
      for (const request of requestsOf(endpoint, place, { about: one, me })) {
        const answer = await ask(actor, theirs, request);
        expect(answer, `${name} as ${actor}`).toEqual(code ? { status: stop, code } : { status: stop });
      }
    }
  });
});

/** Every path of a call that reads, with whatever of the families it could name. */
function readsOf(endpoint: Endpoint, query: string, named: readonly string[]): string[] {
  const paths = (url: string): string[] => {
    const [parameter] = /:\w+/.exec(url) ?? [];
    if (!parameter) return [url + query];
    return named.flatMap((name) => paths(url.replace(parameter, encodeURIComponent(name))));
  };
  return paths(endpoint.url);
}

test.each(ALL_ACTORS)('%s reads of the children what is declared, by all calls together', async (actor) => {
  const { payer, teenager, instructor, ...cast } = families.cast;
  const people = [payer, teenager, instructor, cast['former guardian'], cast['former payer']];
  const named = [
    ...people.flatMap(({ user, email }) => [user._id, email]),
    ...Object.values(subjects).flatMap(({ child, enrolment, waiting, paidclass }) => [
      ...[child, enrolment, waiting, paidclass],
    ]),
  ];
  const said = Object.entries(SECRETS).flatMap(([who, all]) =>
    Object.entries(all).map(([what, secret]) => ({ who, what, secret })),
  );
  const read = new Map<string, string>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.method !== 'GET' || OPENED_BY_SECRET.has(name)) continue;
    const query = table[name]?.request(world).path.split('?')[1];
    for (const path of readsOf(endpoint, query ? `?${query}` : '', named)) {
      const { body, statusCode } = await send(actor, families, { method: 'GET', path });
      expect(statusCode, path).toBeLessThan(500);
      for (const { who, what, secret } of said)
        if (body.includes(secret)) read.set(`${what} of the ${who}`, path);
    }
  }
  const declared = Object.entries(READS[actor] ?? {}).flatMap(([who, all]) =>
    all.map((what) => `${what} of the ${who}`),
  );
  expect([...read.keys()].sort(), JSON.stringify([...read])).toEqual(declared.sort());
});
