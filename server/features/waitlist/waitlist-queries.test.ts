import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LogEvent } from 'kysely';
import { expect, test } from 'vitest';
import { openSqlite, openSqliteInMemory } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { openTestSchool } from '#tests/support/school.ts';

test('a student who waits for many classes costs as many queries as one who waits for one', async () => {
  let asked = 0;
  const log = () => {
    asked += 1;
  };
  const school = await openTestSchool({ records: openSqliteInMemory<Database>({ log }) });
  const person = await school.signIn('student');
  const counts: number[] = [];
  for (let waits = 1; waits <= 3; waits++) {
    const { _id } = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
    await person.call('POST', '/waitlist', { classid: _id });
    asked = 0;
    const { body } = await person.call('GET', `/waitlist/${person.email}`);
    expect(body).toHaveLength(waits);
    counts.push(asked);
  }
  expect(new Set(counts).size).toBe(1);
  await school.close();
});

test('anyone who leaves while their place changes again and again is told so, and keeps it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-waitlist-'));
  const other = { flip: () => {} };
  const log = ({ query }: LogEvent) => {
    if (query.sql.startsWith('select * from "waitlist" where "_id"')) other.flip();
  };
  const school = await openTestSchool({ records: openSqlite<Database>(folder, { log }) });
  const person = await school.signIn('student');
  const { _id } = await school.addClass({ availableseat: 0, enrolledstudents: 1 });
  const entry = (await person.call('POST', '/waitlist', { classid: _id })).body;

  const rival = new DatabaseSync(join(folder, 'cadenza.sqlite'));
  other.flip = () =>
    rival.exec(
      `update waitlist set offeruntil = 1, state = case state when 'waiting' then 'offered' else 'waiting' end`,
    );
  expect(await person.call('DELETE', `/waitlist/${entry._id}`)).toMatchObject({
    status: 409,
    body: { code: 'waitlist-changing' },
  });
  other.flip = () => {};
  expect((await person.call('GET', `/waitlist/${person.email}`)).body).toHaveLength(1);
  rival.close();
  await school.close();
  rmSync(folder, { recursive: true, force: true });
});
