import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type OpenDatabase, openPostgres } from '#server/database/open.ts';
import type { Signals } from '#server/database/processes/signals.ts';
import type { AllTables } from '#server/database/tables.ts';
import { makePostgresDatabase, openTestDatabase } from '#tests/support/database.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { toAnswer } from './answer.ts';
import { contentChanges } from './content-changes.ts';
import { keptAnswers } from './kept-answers.ts';
import { shareChanges } from './shared-changes.ts';

/* What one process changes shows on the pages of the others. */

describe('two processes that count in the same rows', () => {
  let records: OpenDatabase<AllTables>;
  let school: TestSchool;

  beforeAll(async () => {
    records = await openTestDatabase();
    // Brings the tables.
    school = await openTestSchool({ records });
  });
  afterAll(() => school.close());

  /** A process; its job runs when the test says so. */
  function join(signals: Partial<Signals> = {}) {
    let woken = 0;
    let began = () => {};
    const counts = contentChanges({ now: Date.now });
    const shared = shareChanges(counts, {
      db: records.db,
      signals: {
        send: async () => {},
        listen: ({ begin }) => {
          began = begin;
          return { close: async () => {} };
        },
        findNames: async () => new Set(),
        ...signals,
      },
      wake: () => {
        woken++;
      },
    });
    shared.listen('test', () => {});
    return { ...shared, counts, woken: () => woken, begin: () => began() };
  }

  test('what one has changed another counts at its next look, signal or none, and only that', async () => {
    const [one, other] = [join(), join()];
    for (const process of [one, other, one, other]) await process.job.run();
    one.changes.changed(['classes']);
    expect(one.woken()).toBe(1);
    const before = { classes: other.counts.countOf('classes'), blogs: other.counts.countOf('blogs') };
    await one.job.run();
    expect(other.counts.countOf('classes')).toBe(before.classes);
    await other.job.run();
    expect(other.counts.countOf('classes')).toBe(before.classes + 1);
    expect(other.counts.countOf('blogs')).toBe(before.blogs);
    const total = [one.counts.total(), other.counts.total()];
    for (const process of [one, other]) await process.job.run();
    // Nothing more, neither of one's own nor again.
    expect([one.counts.total(), other.counts.total()]).toEqual(total);
  });

  test('changes that two make at once are seen by both', async () => {
    const [one, other] = [join(), join()];
    for (const process of [one, other, one, other]) await process.job.run();
    one.changes.changed(['classes', 'blogs']);
    other.changes.changed(['blogs', 'classes']);
    const before = [one.counts.countOf('classes'), other.counts.countOf('classes')] as const;
    await Promise.all([one.job.run(), other.job.run()]);
    for (const process of [one, other]) await process.job.run();
    expect(one.counts.countOf('classes')).toBeGreaterThan(before[0]);
    expect(other.counts.countOf('classes')).toBeGreaterThan(before[1]);
  });

  test('what could not be told is told at the next turn', async () => {
    let isAway = true;
    const one = join({
      send: async () => {
        if (isAway) throw new Error('away');
      },
    });
    const other = join();
    for (const process of [one, other]) await process.job.run();
    one.changes.changed(['instructors']);
    await expect(one.job.run()).rejects.toThrow('away');
    isAway = false;
    const before = other.counts.countOf('instructors');
    await one.job.run();
    await other.job.run();
    expect(other.counts.countOf('instructors')).toBe(before + 1);
  });

  test('a connection that begins to listen has everything looked at again', async () => {
    const one = join();
    one.changes.changed(['classes', 'instructors', 'blogs']);
    await one.job.run();
    await one.job.run();
    const before = one.counts.countOf('classes');
    one.begin();
    await one.job.run();
    expect(one.counts.countOf('classes')).toBe(before + 1);
  });

  test('an answer read before a change arrives and kept after it is not given again', async () => {
    const [one, other] = [join(), join()];
    for (const process of [one, other, one, other]) await process.job.run();
    const kept = keptAnswers({ now: () => 0, changes: other.changes });
    const read = Promise.withResolvers<void>();
    const make = kept.get('/', '/', async ({ shows }) => {
      shows('classes');
      await read.promise;
      return toAnswer({ status: 200, headers: {}, body: Buffer.from('old') });
    });
    one.changes.changed(['classes']);
    await one.job.run();
    await other.job.run();
    read.resolve();
    await make;
    expect(kept.find('/')).toBeUndefined();
  });
});

describe.runIf(inject('dialect') === 'postgres')('two schools on one PostgreSQL', () => {
  let one: TestSchool;
  let other: TestSchool;
  let admin: Person;
  let kill: () => Promise<void>;

  beforeAll(async () => {
    const url = await makePostgresDatabase();
    const open = () => openTestSchool({ records: openPostgres<AllTables>(url, { onCut: () => {} }) });
    one = await open();
    other = await open();
    admin = await one.signIn('admin');
    for (const school of [one, other]) school.startWorkers();
    kill = async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'cadenza %' and query <> ''`.execute(
        one.db,
      );
    };
  });
  beforeEach(async () => {
    await vi.waitFor(async () => expect(await listening()).toBe(2), WAIT);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await one.close();
    await other.close();
  });

  const NEVER_MS = 1_000_000;
  const WAIT = { timeout: 20_000, interval: 20 };
  const listening = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name like 'cadenza %' and query <> ''`.execute(
      one.db,
    );
    return rows[0]?.count;
  };
  const shownBy = async (school: TestSchool) =>
    (await school.call('GET', '/classes/all')).body.map(({ _id }: { _id: string }) => _id);

  /** An admin approves a class at one school; waits until the other shows it. */
  async function approve() {
    const { _id } = await one.addClass({ status: 'pending' });
    await sleep(100);
    expect(await shownBy(other)).not.toContain(_id);
    expect((await admin.call('PUT', `/class/approved/${_id}`, {})).status).toBe(200);
    expect(await shownBy(one)).toContain(_id);
    for (let look = 0; look < 1000 && !(await shownBy(other)).includes(_id); look++) await sleep(5);
    expect(await shownBy(other)).toContain(_id);
  }

  test('a class that is approved at one shows at the other by a signal, without waiting for a look', async () => {
    // The turns that come every second come no more.
    const later = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) =>
      later(run, ms >= 1000 ? NEVER_MS : ms)) as typeof setTimeout);
    // Those that had begun are over.
    await sleep(2100);
    await approve();
  });

  test('after its connection was cut a process listens again', async () => {
    await kill();
    await vi.waitFor(async () => expect(await listening()).toBe(2), WAIT);
    await approve();
  });
});
