import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { accountAt } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
const DAY_MS = 86_400_000;
/** A Tuesday. */
const TODAY = Date.UTC(2026, 8, 1, 12);

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** A movement at the card provider, `daysago`. */
async function move(
  kind: 'charge' | 'refund' | 'refund_failed',
  amount: number,
  daysago: number,
  orderid: string,
) {
  const createdat = TODAY - daysago * DAY_MS;
  const { classid } = await school.db
    .selectFrom('orders')
    .select('classid')
    .where('_id', '=', orderid)
    .executeTakeFirstOrThrow();
  const seats = classid === null ? 0 : kind === 'refund' ? -1 : 1;
  const entry = { _id: newId(createdat), orderid, kind, ref: `${kind}_${orderid}`, amount, seats, createdat };
  await school.db.insertInto('ledger').values(entry).execute();
}

async function order(classid: string | null, amount: number): Promise<string> {
  const _id = newId(TODAY);
  const row = {
    _id,
    ...(await accountAt(school.db, { email: 'lena@test.example' })),
    classid,
    amount,
    currency: 'usd',
    state: 'expired' as const,
    intentid: `pi_${_id}`,
    clientsecret: null,
    paidat: null,
    cardlast4: null,
    refundid: null,
    refundattempt: 0,
    reason: null,
    workat: null,
    holduntil: TODAY,
    createdat: TODAY,
    updatedat: TODAY,
  };
  await school.db.insertInto('orders').values(row).execute();
  return _id;
}

const overview = async () => (await admin.call('GET', '/reports/overview')).body;
const file = async (name: string) =>
  (
    await school.app.inject({
      url: `/api/reports/${name}.csv`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
  ).payload;

describe('the overview', () => {
  test('names the classes that wait longest and counts all that wait', async () => {
    for (let at = 0; at < 7; at++) {
      school.clock.now += 1000;
      await school.addClass({ classname: `Waiting ${at}`, status: 'pending' });
    }
    await school.addClass({ status: 'pending', deletedat: 1 });
    const { waiting } = await overview();
    expect(waiting.count).toBe(7);
    expect(waiting.classes.map(({ classname }: { classname: string }) => classname)).toEqual(
      [0, 1, 2, 3, 4].map((at) => `Waiting ${at}`),
    );
  });

  test('adds up the seats of the approved classes', async () => {
    await school.addClass({ availableseat: 3, heldseats: 2, enrolledstudents: 5 });
    await school.addClass({ availableseat: 4, enrolledstudents: 1 });
    await school.addClass({ enrolledstudents: 100, deletedat: 1 });
    expect((await overview()).seats).toEqual({ sold: 6, held: 2, free: 7 });
  });

  test('gives charges and refunds to the week in which they happened, Monday to Sunday in UTC', async () => {
    const { _id: classid } = await school.addClass();
    const early = await order(classid, 6000);
    const late = await order(classid, 4800);
    const plain = await order(null, 1000);
    await move('charge', 6000, 8, early);
    await move('refund', 6000, 0, early);
    await move('charge', 4800, 1, late);
    await move('charge', 1000, 2, plain);
    const old = await order(classid, 9900);
    await move('charge', 9900, 12 * 7, old);
    const { weeks } = await overview();
    expect(weeks).toHaveLength(12);
    expect(weeks.slice(-3)).toEqual([
      { start: '2026-08-17', seats: 0, charged: 0, refunded: 0 },
      // Sunday still belongs to it; the plain charge pays for no seat.
      { start: '2026-08-24', seats: 1, charged: 70, refunded: 0 },
      { start: '2026-08-31', seats: 0, charged: 48, refunded: 60 },
    ]);
    expect(weeks[0]).toMatchObject({ start: '2026-06-15', charged: 0 });
  });

  test('counts a refund that the bank refuses weeks later as money that came back', async () => {
    const { _id: classid } = await school.addClass();
    const before = (await overview()).weeks;
    const refused = await order(classid, 2000);
    await move('charge', 2000, 30, refused);
    await move('refund', 2000, 28, refused);
    await move('refund_failed', 2000, 14, refused);
    const { weeks } = await overview();
    const more = weeks.map((week: { charged: number; refunded: number; seats: number }, at: number) => [
      week.charged - before[at].charged,
      week.refunded - before[at].refunded,
      week.seats - before[at].seats,
    ]);
    expect(more.slice(-6)).toEqual([
      [20, 0, 1],
      [0, 20, -1],
      [0, 0, 0],
      [20, 0, 1],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  test('counts people by role', async () => {
    // Who teaches the classes of the tests above, and who paid for them.
    expect((await overview()).users).toEqual({ admin: 1, office: 0, instructor: 1, student: 1 });
  });
});

describe('as a file', () => {
  test('payments add up: a refund is below zero', async () => {
    const lines = (await file('payments')).split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffDate,Kind,Amount,Currency,Email,Class,Transaction,Reference,Reason,Day,Month,Payer,Receipt,Month total',
    );
    const cells = lines.slice(1, -1).map((line) => line.split(','));
    expect(cells.map(([, kind, amount]) => [kind, amount])).toEqual([
      ['charge', '99.00'],
      ['charge', '20.00'],
      ['refund', '-20.00'],
      ['refund_failed', '20.00'],
      ['charge', '60.00'],
      ['charge', '10.00'],
      ['charge', '48.00'],
      ['refund', '-60.00'],
    ]);
    expect(cells[4]?.slice(3, 6)).toEqual(['USD', 'lena@test.example', 'Violin for beginners']);
  });

  test('more rows than one batch are all there, once', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => ({
      _id: newId(TODAY + at),
      uid: null,
      email: `p${at}@test.example`,
      name: at === 7 ? "=cmd|' /C calc'!A0" : `P ${at}`,
      photoURL: null,
      role: 'student' as const,
      validsince: 0,
      createdat: TODAY + at,
    }));
    for (let at = 0; at < rows.length; at += 1000) {
      await school.db
        .insertInto('users')
        .values(rows.slice(at, at + 1000))
        .execute();
    }
    const lines = (await file('users')).split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(2503);
    expect(new Set(lines).size).toBe(2503);
    expect(lines.find((line) => line.includes('p7@test'))).toMatch(/^'=cmd/);
  });

  test('classes leave out the deleted ones', async () => {
    await school.addClass({ classname: 'Deleted one', deletedat: 1 });
    await school.addClass({ classname: 'Kept, one', price: 5950 });
    const text = await file('classes');
    expect(text).not.toContain('Deleted one');
    expect(text).toMatch(/"Kept, one",Clara Test,clara@test.example,approved,Beginner,Kids,59.50,10,0,,/);
  });
});
