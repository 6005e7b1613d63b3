import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyServerOptions, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject, test } from 'vitest';
import type { Role } from '#contract/endpoint.ts';
import { t } from '#languages/t.ts';
import type { AccessClaims } from '#server/auth/access-tokens.ts';
import { readConfig } from '#server/config/config.ts';
import { newId } from '#server/database/ids.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { approvalOf } from '#server/database/rows/approval.ts';
import { NOTHING_SAID } from '#server/database/rows/users.ts';
import type { Row } from '#server/database/schema.ts';
import { DEMO_SCHOOL } from '#server/database/seed/school.ts';
import type { AllTables } from '#server/database/tables.ts';
import { openPayments } from '#server/features/index.ts';
import { ROWS } from '#server/features/rows.ts';
import type { Web } from '#server/http/app.ts';
import { leasesOf } from '#server/jobs/leases.ts';
import type { AskCopy } from '#server/rehearsal/asked.ts';
import { openSchool } from '#server/school.ts';
import { openTestDatabase } from './database.ts';
import { findUndocumented } from './documented.ts';
import { bodyToSend } from './form-body.ts';
import { FIRST_EPOCH, insertAccounts } from './identity-accounts.ts';
import { proveNoBareWords } from './mails.ts';
import { accountAt, insertUsers, learnerOf } from './people.ts';
import { serving } from './plans.ts';

const hasWaitlist = inject('waitlist') ?? true;

/** A test of what only a school with a waiting list has: left out where the school of this run has none. */
export const testWithWaitlist = test.skipIf(!hasWaitlist);

declare module 'vitest' {
  interface ProvidedContext {
    /** False where the schools of this run are put together without a waiting list. */
    waitlist?: boolean;
  }
}

/** What a call answered; `body` is parsed JSON. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what a test looks into
export type Answer = { status: number; body: any; headers: Record<string, unknown> };

export type Person = {
  email: string;
  user: Row<'users'> & { email: string };
  /** The learner that they are themselves. */
  learnerid: string;
  /** What `token` says. */
  claims: AccessClaims;
  token: string;
  /** A token for a moment to which the test's clock has gone. */
  issue(): Promise<string>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
};

/** Whatever a test calls: its answer is one that the document of the calls knows. */
function requireDocumented(request: InjectOptions | string, answer: LightMyRequestResponse) {
  const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
  if (typeof url !== 'string' || answer.headers['content-encoding']) return;
  const fault = findUndocumented({
    method,
    path: url,
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    body: answer.body,
  });
  if (fault) throw new Error(fault);
}

export type TestSchool = Awaited<ReturnType<typeof openTestSchool>>;

/**
 * A school on an empty database of this run's kind, with its embedded services mounted and a clock that the
 * test moves: `school.clock.now`. Close it in `afterAll`. `records`: a database of the test's own instead.
 */
export async function openTestSchool({
  env = {},
  records,
  web,
  logger,
  askCopy,
}: {
  env?: Record<string, string>;
  records?: OpenDatabase<AllTables>;
  web?: Web;
  logger?: FastifyServerOptions['logger'];
  askCopy?: AskCopy;
} = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cadenza-test-'));
  const clock = { now: Date.UTC(2026, 8, 1, 12) };
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent', ...env });
  const database = records ?? (await openTestDatabase({ migrated: true }));
  const opened = await openSchool(config, {
    database,
    now: () => clock.now,
    web,
    logger,
    ...(askCopy && { askCopy }),
    hasWaitlist,
  });
  const {
    app,
    db,
    now,
    tokens,
    identity,
    cards,
    features,
    importPayments,
    readSchool,
    changed,
    metrics,
    startWorkers,
    work,
    close,
  } = opened;
  /** For tests of what has no call of its own. */
  const payments = openPayments({
    config,
    readSchool,
    db,
    cards,
    now,
    lease: leasesOf('test'),
    changed: () => changed(['classes', 'instructors']),
    wake: () => {},
    logError: () => {},
    hasWaitlist,
  });
  await app.ready();
  // A start writes what the environment says of the school into its row; here the first who asks does.
  await app.inject('/api/school');
  // Its clocks are the tests', whatever the demo school's are.
  await db
    .updateTable('school')
    .set({ timezone: 'UTC' })
    .where('timezone', '=', DEMO_SCHOOL.timezone)
    .execute();
  changed(['school']);
  const inject = app.inject.bind(app) as (request: InjectOptions | string) => Promise<LightMyRequestResponse>;
  Object.assign(app, {
    inject: async (request: InjectOptions | string) => {
      const answer = await serving(async () => await inject(request));
      requireDocumented(request, answer);
      return answer;
    },
  });

  async function call(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
    const form = typeof body === 'object' && body !== null ? bodyToSend(body) : body;
    const isForm = form instanceof FormData;
    const answer = await app.inject({
      method: method as 'GET',
      url: path.startsWith('/api') ? path : `/api${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: isForm ? form : JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      body: answer.body ? answer.json() : undefined,
      headers: answer.headers,
    };
  }

  let isClosed = false;
  /** Of every account that has signed in, erased ones too, and what one without a name is called. */
  const names: string[] = [t('users.no_name_yet')];
  /** Somebody who has signed in, with a token as POST /jwt would have given it. */
  async function signIn(role: Role): Promise<Person> {
    const name = `${role}-${names.length}`;
    names.push(name);
    const user = {
      _id: newId(clock.now),
      uid: `uid-${name}`,
      email: `${name}@test.example`,
      name,
      photoURL: null,
      role,
      validsince: 0,
      emailverified: 1 as const,
      provedat: clock.now,
      ...NOTHING_SAID,
      createdat: clock.now,
    };
    await insertUsers(db, [user]);
    await insertAccounts(db, [user], clock.now);
    changed(['instructors']);
    return signInAs(user);
  }

  /** The same for somebody whom the school knows. */
  async function signInAs({ email, ...row }: Row<'users'> & { uid: string }): Promise<Person> {
    if (email === null) throw new Error('Without an address no one signs in.');
    const user = { ...row, email };
    const signIn = {
      _id: newId(clock.now),
      userid: user._id,
      authtime: clock.now,
      useragent: 'test',
      createdat: clock.now,
      seenat: clock.now,
      endedat: null,
    };
    await db.insertInto('signins').values(signIn).execute();
    const claims = {
      userid: user._id,
      signinid: signIn._id,
      uid: user.uid,
      epoch: FIRST_EPOCH,
      isBySecondFactor: false,
    };
    const issue = () => tokens.issue(claims);
    return {
      claims,
      email: user.email,
      user,
      learnerid: await learnerOf(db, user._id),
      token: await issue(),
      issue,
      // A fresh token a call, since the test's clock leaps; asked who they are once more, they prove it, as
      // pages let people do.
      call: async (method, path, body) => {
        const answer = await call(method, path, body, await issue());
        if (answer.body?.code !== 'sign-in-too-old') return answer;
        await db.updateTable('signins').set({ authtime: clock.now }).where('_id', '=', signIn._id).execute();
        return call(method, path, body, await issue());
      },
    };
  }

  type Taught = Row<'classes'> & Record<'instructorname' | 'instructoremail', string>;

  /**
   * A class as if its instructor had added it and an admin decided on it; the instructor is made where the
   * address has no account.
   */
  async function addClass(fields: Partial<Taught> = {}): Promise<Taught> {
    const { instructorname = 'Clara Test', ...given } = fields;
    // Another name is somebody else's.
    const mailbox = fields.instructorname ? newId(clock.now) : 'clara';
    const { instructoremail = `${mailbox}@test.example`, ...course } = given;
    const teacher = { name: instructorname, email: instructoremail, role: 'instructor' as const };
    const { userid: instructorid } = await accountAt(db, teacher);
    const row = {
      _id: newId(clock.now),
      classname: 'Violin for beginners',
      image: '/art/violin-480.webp',
      price: 12_000,
      instructorid,
      availableseat: 10,
      heldseats: 0,
      enrolledstudents: 0,
      status: 'approved' as const,
      feedback: null,
      level: 'Beginner' as const,
      group: 'Kids' as const,
      priceunit: null,
      duetext: null,
      agefrom: null,
      ageto: null,
      series: null,
      guestplaces: 0,
      trialprice: null,
      runsfrom: null,
      decideby: null,
      decided: null,
      decidedkey: null,
      decisionworkat: null,
      billing: 'once' as const,
      description: '',
      createdat: clock.now,
      opensat: null,
      copyof: null,
      deletedat: null,
      calledoffat: null,
      wishesuntil: null,
      ...course,
    };
    const capacity = row.availableseat + row.heldseats + row.enrolledstudents;
    const full = {
      approvedas: row.status === 'approved' ? approvalOf({ ...row, capacity }) : null,
      changedat: null,
      ...row,
      capacity,
      version: 1,
      editversion: 1,
      planversion: 1,
    };
    await db.insertInto('classes').values(full).execute();
    changed(['classes', 'timetable', 'instructors']);
    return { ...full, instructorname, instructoremail };
  }

  /** A post as if its author had written it. */
  async function addPost(fields: Partial<Row<'blogs'>> = {}): Promise<Row<'blogs'>> {
    const row = {
      _id: newId(clock.now),
      title: 'Scales',
      blog_description: 'Why they matter.',
      blog: 'They *matter*.',
      image: '/art/blog-960.webp',
      time: clock.now,
      authorname: 'Clara Test',
      authorid: null,
      reactionscount: 0,
      category: 'Study' as const,
      state: 'published' as const,
      version: 1,
      ...fields,
    };
    await db.insertInto('blogs').values(row).execute();
    changed(['blogs']);
    return row;
  }

  return {
    app,
    config,
    db,
    now,
    clock,
    features,
    /** With what accounts and learners are erased. */
    erasing: { rows: ROWS, seats: payments.seats },
    tokens,
    identity,
    payments,
    importPayments,
    readSchool,
    /** To be told where a test writes past the calls what everybody may read. */
    changed,
    /** What Prometheus is told; empty without `METRICS_PORT`. */
    metrics: () => serving(async () => (await metrics?.text()) ?? ''),
    startWorkers,
    work: () => serving(work),
    call: (method: string, path: string, body?: unknown) => call(method, path, body),
    signIn,
    signInAs,
    addClass,
    addPost,
    /** `typed`: words of a letter that stand in no row now, such as the name of a deleted key. */
    close: async ({ typed = [] }: { typed?: readonly string[] } = {}) => {
      const isFirst = !isClosed;
      isClosed = true;
      try {
        if (isFirst) await proveNoBareWords({ db, config, readSchool }, [...typed, ...names]);
      } finally {
        await close();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}
