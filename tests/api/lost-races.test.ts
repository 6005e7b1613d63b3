import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { letLeave } from '#tests/support/leaving.ts';
import { enrol } from '#tests/support/pay.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * Every transaction that writes, and every such statement by itself, loses a race (SQLSTATE 40001) the first
 * time that it is tried, as happens where the database is several machines: it is tried again, what it did
 * before is undone, and nobody notices.
 */

describe.runIf(inject('dialect') === 'postgres')('every transaction loses a race first', () => {
  let school: TestSchool;
  let admin: Person;
  let student: Person;
  let counted = 0;

  beforeAll(async () => {
    school = await openTestSchool();
    admin = await school.signIn('admin');
    student = await school.signIn('student');
    await loseRaces();
  });
  afterEach(async () => {
    expect(await lost()).toBeGreaterThan(0);
  });
  afterAll(async () => {
    await school.close();
  });

  /**
   * A trigger at the end of every transaction that writes loses every other one: the first try of each, since
   * they come one by one.
   */
  async function loseRaces() {
    const say = (statement: string) => sql.raw(statement).execute(school.db);
    await say('create sequence races');
    await say(`create function lose_race() returns trigger language plpgsql as $$ begin
      if current_setting('cadenza.raced', true) = txid_current()::text then return null; end if;
      perform set_config('cadenza.raced', txid_current()::text, true);
      if nextval('races') % 2 = 1 then raise exception 'could not serialize access' using errcode = '40001'; end if;
      return null;
    end $$`);
    for (const { name } of await school.db.introspection.getTables())
      await say(`create constraint trigger lose_race after insert or update or delete on "${name}"
        deferrable initially deferred for each row execute function lose_race()`);
  }

  /** How many were lost since it was asked last. */
  async function lost(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select last_value / 2 as count from races`.execute(
      school.db,
    );
    const [before, now] = [counted, rows[0]?.count ?? 0];
    counted = now;
    return now - before;
  }

  const isDone = (answer: { status: number }) => expect(answer).toMatchObject({ status: 200 });

  test('an account is made, signed in to and deleted', async () => {
    const accounts = openAccounts(school);
    const made = await accounts.signIn('racer@test.example', { call: 'signUp' });
    isDone(await accounts.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email: made.email }));
    const again = await accounts.signIn(made.email);
    isDone(await accounts.post('/api/account', {}, again.idToken, 'DELETE'));
    await letLeave(school);
    const users = school.db.selectFrom('users').select('_id').where('email', '=', made.email);
    expect(await users.execute()).toEqual([]);
  });

  test('a class is approved, and a role given', async () => {
    const { _id } = await school.addClass({ status: 'pending' });
    isDone(await admin.call('PUT', `/class/approved/${_id}`, {}));
    const { user } = await school.signIn('student');
    isDone(await admin.call('PATCH', `/users/instructor/${user._id}`, {}));
  });

  test('a seat is paid for, given back and refunded', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    isDone(await student.call('POST', '/select/class/', { classid: _id, email: student.email }));
    const { enrolment } = await enrol(school, student, _id);
    isDone(await student.call('POST', `/enrolments/${enrolment}/cancel`));
    while ((await school.work()) > 0);
    const ledger = await school.db.selectFrom('ledger').select(['kind', 'amount']).execute();
    expect(ledger.map(({ kind }) => kind).sort()).toEqual(['charge', 'refund']);
  });

  testWithWaitlist('a seat that is free again goes to who waits', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    const { enrolment } = await enrol(school, student, _id);
    const next = await school.signIn('student');
    isDone(await next.call('POST', '/waitlist', { classid: _id }));
    isDone(await student.call('POST', `/enrolments/${enrolment}/cancel`));
    await enrol(school, next, _id);
  });

  test('and in the end the books are right', async () => {
    for (let hour = 0; hour < 3; hour++) {
      school.clock.now += 60 * 60_000;
      while ((await school.work()) > 0);
    }
    expect(await findDifferences(school.db, school.db)).toEqual([]);
  });
});
