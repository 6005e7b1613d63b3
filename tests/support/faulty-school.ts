import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { inject } from 'vitest';
import { type AccessClaims, accessTokens } from '#server/auth/access-tokens.ts';
import { tokenKeys } from '#server/auth/token-keys.ts';
import { newId } from '#server/database/ids.ts';
import { migrate, openPostgres, openSqlite } from '#server/database/open.ts';
import { SEEDED } from '#server/database/seed/seed.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import type { Checkpoint, TimetableCheckpoint } from '#server/features/index.ts';
import type { MailCheckpoint } from '#server/jobs/send-due-mails.ts';
import { CARD_KEYS, type CardsServer } from './cards-server.ts';
import { makeMigratedDatabase } from './database.ts';
import { FIRST_EPOCH, insertAccounts } from './identity-accounts.ts';
import { insertUsers } from './people.ts';

/** What a school's process is told at its start. */
export type FaultyStart = {
  env: Record<string, string>;
  port: number;
  offsetMs: number;
  workers: boolean;
  crash?: { at: Checkpoint | MailCheckpoint | TimetableCheckpoint; nth: number };
};

export type Student = AccessClaims & {
  email: string;
  /** The learners that they pay for besides themselves. */
  children: readonly string[];
};
export type Reply = {
  status: number;
  retryAfter: string | null;
  body: { code?: string; clientSecret?: string; insertedId?: string; result?: { insertedId: string } };
};
export type FaultySchool = Awaited<ReturnType<typeof makeFaultySchool>>;

/**
 * Records that processes of a school come and go on; each process may be made to die. `cards` is the service
 * it pays with; `cluster` is another PostgreSQL than the one of all tests.
 */
export async function makeFaultySchool(kind: 'sqlite' | 'postgres', cards: CardsServer, cluster?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-faults-'));
  const databaseUrl = kind === 'postgres' ? await makeMigratedDatabase(cluster) : undefined;
  const open = () =>
    databaseUrl ? openPostgres<AllTables>(databaseUrl, { onCut: () => {} }) : openSqlite<AllTables>(folder);

  /** Looks into the records; on SQLite only while no process runs. */
  async function records<T>(look: (db: Kysely<AllTables>) => Promise<T>): Promise<T> {
    const { db, close } = open();
    try {
      return await look(db);
    } finally {
      await close();
    }
  }
  const keys = await records(async (db) => {
    for (const tables of TABLES) await migrate(db, tables);
    // Its people are a test's: without the mark a start would refuse them as a real school's.
    await db.insertInto('settings').values({ key: SEEDED, value: '0' }).execute();
    return tokenKeys(db, Date.now)();
  });
  const tokens = accessTokens({
    keys: async () => keys,
    now: () => Date.now() + cards.clock.offset,
    lifetimeS: 3600,
  });

  return {
    records,
    open,
    /** An access token, for a call that is not made by `call`. */
    tokenOf: (person: AccessClaims) => tokens.issue(person),

    /** Starts a process, `offset` ahead as the card service is, and waits until it listens. */
    async start({
      env = {},
      ...options
    }: Partial<Pick<FaultyStart, 'env' | 'workers' | 'crash' | 'port'>> = {}) {
      const start: FaultyStart = {
        env: {
          DATA_DIR: folder,
          RATE_LIMIT_FACTOR: '100000',
          LOG_LEVEL: 'silent',
          STRIPE_BASE_URL: cards.url,
          ...CARD_KEYS,
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
          ...env,
        },
        port: cards.hooks.port,
        offsetMs: cards.clock.offset,
        workers: true,
        ...options,
      };
      const child = spawn(process.execPath, [inject('faultySchool'), JSON.stringify(start)], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      const exited = new Promise<NodeJS.Signals | number | null>((resolve) =>
        child.once('exit', (code, signal) => resolve(signal ?? code)),
      );
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: Buffer) => {
          said += chunk;
          // A line of its own: a port that is in use is so “already”.
          if (/^ready$/m.test(said)) resolve();
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        // Killed while it was starting is a death like any other.
        void exited.then((end) =>
          end === 'SIGKILL' ? resolve() : reject(new Error(`Ended with ${end}: ${said}`)),
        );
      });
      return {
        url: `http://127.0.0.1:${start.port}`,
        exited,
        /** Lets it stand still, and go on. */
        pause: () => child.kill('SIGSTOP'),
        resume: () => child.kill('SIGCONT'),
        kill: async () => {
          child.kill('SIGKILL');
          await exited;
        },
        /** Lets it finish all that is due. */
        stop: async () => {
          child.kill('SIGTERM');
          const end = await exited;
          if (end !== 0) throw new Error(`Ended with ${end}: ${said}`);
        },
      };
    },

    /** One call as a student; undefined when the process died over it. */
    async call(
      url: string,
      student: Student,
      path: string,
      body: object,
      method = 'POST',
    ): Promise<Reply | undefined> {
      const token = await tokens.issue(student);
      try {
        const answer = await fetch(`${url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(60_000),
        });
        const retryAfter = answer.headers.get('retry-after');
        return { status: answer.status, retryAfter, body: (await answer.json()) as Reply['body'] };
      } catch {
        return undefined;
      }
    },

    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Adds signed-in students, or others. */
export async function addStudents(
  db: Kysely<AllTables>,
  count: number,
  role: AllTables['users']['role'] = 'student',
): Promise<Student[]> {
  const students = Array.from({ length: count }, () => {
    const userid = newId();
    const email = `${userid}@test.example`;
    const account = { userid, uid: `uid-${userid}`, epoch: FIRST_EPOCH, isBySecondFactor: false };
    return { ...account, signinid: newId(), email, children: [] };
  });
  const users = students.map(({ userid, uid, email }) => ({
    _id: userid,
    emailverified: 0 as const,
    uid,
    email,
    name: 'Student',
    photoURL: null,
    role,
    validsince: 0,
    createdat: 0,
  }));
  const signIns = students.map(({ userid, signinid }) => ({
    _id: signinid,
    userid,
    authtime: 0,
    useragent: 'test',
    // Of today, or they would be swept as forgotten ones.
    createdat: Date.now(),
    seenat: Date.now(),
    endedat: null,
  }));
  await insertUsers(db, users);
  await db.insertInto('signins').values(signIns).execute();
  await insertAccounts(db, students, 0);
  return students;
}

/** Adds signed-in parents, each with so many children. */
export async function addParents(db: Kysely<AllTables>, count: number, children: number): Promise<Student[]> {
  const parents = await addStudents(db, count);
  const families = parents.map((parent) => ({
    ...parent,
    children: Array.from({ length: children }, () => newId()),
  }));
  const learners = families.flatMap(({ userid, children: ids }) =>
    ids.map((_id) => ({
      _id,
      userid,
      self: 0 as const,
      firstname: 'Ada',
      lastname: 'Lee',
      leftat: null,
      createdat: 0,
    })),
  );
  await db.insertInto('learners').values(learners).execute();
  return families;
}

/** Adds an approved class with this many seats, at a price in cents, and gives its id. */
export async function addClass(db: Kysely<AllTables>, seats: number, price = 6000): Promise<string> {
  const row = {
    _id: newId(),
    classname: 'Oboe',
    image: '/art/oboe-480.webp',
    price,
    instructorid: null,
    availableseat: seats,
    heldseats: 0,
    enrolledstudents: 0,
    capacity: seats,
    status: 'approved' as const,
    feedback: null,
    level: 'Beginner' as const,
    group: 'Kids' as const,
    description: '',
    createdat: 0,
    deletedat: null,
  };
  await db.insertInto('classes').values(row).execute();
  return row._id;
}
