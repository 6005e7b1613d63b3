import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { Blog } from '#contract/blogs/schema.ts';
import { MusicClass } from '#contract/classes/answers.schema.ts';
import { FEW_SEATS } from '#contract/classes/calls.ts';
import { ClassDraft } from '#contract/classes/form.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { NewPassword } from '#contract/users/form.ts';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { FREE_FOR_GUESTS } from '#server/features/catchups/index.ts';
import { LOOKED_UP } from '#server/features/classes/index.ts';
import { expandPlans } from '#server/features/lessons/index.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { CLASSES } from './classes.ts';
import { CHILDREN, DEMO_ACCOUNTS, DEMO_PASSWORD, PEOPLE } from './people.ts';
import { type SeedDeps, seedSchool } from './seed.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

let opened: OpenDatabase<Database>;
let accounts: Map<string, string>;
let deps: SeedDeps;

beforeEach(async () => {
  opened = await openTestDatabase();
  await migrate(opened.db, schoolTables);
  accounts = new Map();
  deps = {
    db: opened.db,
    now: () => NOW,
    expandPlans,
    makeSchool: async () => {},
    createAccount: async ({ email }) => {
      const uid = accounts.get(email) ?? `uid-${accounts.size + 1}`;
      accounts.set(email, uid);
      return uid;
    },
  };
});

afterEach(() => opened.close());

/** A card service that writes nothing down. */
const payments: SeedDeps['payments'] = {
  currency: 'usd',
  cancelUntilHours: 48,
  priceOf: () => 6000,
  importPayments: async (_tx, payments) =>
    payments.map(({ metadata, refundedat }) => ({
      intentid: `pi_${metadata.order}`,
      clientsecret: '',
      chargeid: `ch_${metadata.order}`,
      cardlast4: '4242',
      refundid: refundedat === null ? null : `re_${metadata.order}`,
    })),
};

const readUsers = () => opened.db.selectFrom('users').selectAll().execute();
const readClasses = () => opened.db.selectFrom('classes').selectAll('classes').select(LOOKED_UP).execute();
const readPosts = () => opened.db.selectFrom('blogs').selectAll().execute();
const readSettings = () => opened.db.selectFrom('settings').selectAll().execute();

const pictureExists = (address: string) => existsSync(new URL(`../../../public${address}`, import.meta.url));

test('a first start fills the school, with a user of the same role for every account', async () => {
  expect(await seedSchool(deps)).toBe(true);
  const users = await readUsers();
  expect(users.map(({ email, uid, role }) => [email, uid, role]).sort()).toEqual(
    PEOPLE.map(({ email, role }) => [email, accounts.get(email), role]).sort(),
  );
  expect(users.filter(({ role }) => role === 'instructor')).toHaveLength(8);
  const learners = await opened.db.selectFrom('learners').selectAll().execute();
  const selves = learners.filter(({ self }) => self === 1);
  expect(selves.map(({ userid }) => userid).sort()).toEqual(users.map(({ _id }) => _id).sort());
  expect(learners.length - selves.length).toBe(CHILDREN.length);
});

test('the log says who added each class and who decided on it, before the school was opened', async () => {
  await seedSchool(deps);
  const changes = await opened.db.selectFrom('changes').selectAll().execute();
  const names = new Map((await readUsers()).map((user): [string | null, string] => [user._id, user.name]));
  for (const { _id, status, feedback, instructorid } of await readClasses()) {
    const ofClass = changes.filter(({ subjectid }) => subjectid === _id);
    const said = new Map(ofClass.map((change) => [change.action, change]));
    expect(said.get('added')?.actorname).toBe(names.get(instructorid));
    expect([...said.keys()].includes(status as 'approved')).toBe(status !== 'pending');
    expect(said.get('feedback')?.note ?? null).toBe(feedback);
  }
  expect(Math.max(...changes.map(({ createdat }) => createdat))).toBeLessThan(NOW);
});

test('a second start changes nothing and asks for no account', async () => {
  await seedSchool(deps);
  const before = [await readUsers(), await readClasses(), await readPosts()];
  const createAccount = () => Promise.reject(new Error('asked for an account'));
  expect(await seedSchool({ ...deps, createAccount })).toBe(false);
  expect([await readUsers(), await readClasses(), await readPosts()]).toEqual(before);
});

test('a seed cut off at any account leaves no row, and the next start completes it', async () => {
  for (let reached = 0; reached < PEOPLE.length; reached++) {
    let asked = 0;
    const createAccount: SeedDeps['createAccount'] = async (person) => {
      if (asked++ === reached) throw new Error('cut off');
      return deps.createAccount(person);
    };
    await expect(seedSchool({ ...deps, createAccount })).rejects.toThrow('cut off');
    expect([...(await readUsers()), ...(await readSettings())]).toEqual([]);
  }
  expect(await seedSchool(deps)).toBe(true);
  expect(await readUsers()).toHaveLength(PEOPLE.length);
  expect(accounts.size).toBe(PEOPLE.length);
});

test('a seed cut off among the rows leaves none of them', async () => {
  await opened.db.schema.alterTable('blogs').renameTo('blogs_away').execute();
  await expect(seedSchool(deps)).rejects.toThrow('blogs');
  await opened.db.schema.alterTable('blogs_away').renameTo('blogs').execute();
  expect([...(await readUsers()), ...(await readClasses()), ...(await readSettings())]).toEqual([]);
  expect(await seedSchool(deps)).toBe(true);
});

test('of two processes that seed one database together, one does', async () => {
  const done = await Promise.all([seedSchool(deps), seedSchool(deps)]);
  expect(done.sort()).toEqual([false, true]);
  expect(await readUsers()).toHaveLength(PEOPLE.length);
});

test('the classes are of every status, level and group, sold out, nearly so and open, and each could have been typed into the form', async () => {
  await seedSchool({ ...deps, payments });
  const classes = (await readClasses()).map((row) => z.encode(MusicClass, row));
  expect(classes.length).toBeGreaterThanOrEqual(26);
  expect(new Set(classes.map(({ status }) => status)).size).toBe(3);
  expect(new Set(classes.map(({ level, group }) => `${level} ${group}`)).size).toBeGreaterThanOrEqual(9);
  const approved = classes.filter(({ status }) => status === 'approved');
  expect(approved.some(({ availableseat }) => availableseat === 0)).toBe(true);
  expect(approved.some(({ availableseat: seats }) => seats > 0 && seats < FEW_SEATS)).toBe(true);
  expect(approved.some(({ availableseat }) => availableseat > 20)).toBe(true);
  for (const row of classes) {
    expect(ClassDraft.safeParse({ ...row, price: String(row.price) }).error).toBeUndefined();
    expect(row.status === 'denied').toBe(row.feedback !== null);
    if (row.status !== 'approved') expect(row.enrolledstudents).toBe(0);
    expect(pictureExists(row.image), row.image).toBe(true);
  }
  expect(new Set(classes.map(({ image }) => image)).size).toBe(classes.length);
});

test('a class runs once enough have joined, which is decided in some days', async () => {
  await seedSchool(deps);
  const waiting = (await readClasses()).filter(({ runsfrom }) => runsfrom !== null);
  expect(waiting).toMatchObject([{ decided: null, status: 'approved', calledoffat: null }]);
  for (const { classname, runsfrom, decideby, capacity } of waiting) {
    const { enrolledstudents = 0 } = CLASSES.find((one) => one.classname === classname) ?? {};
    expect(enrolledstudents).toBeGreaterThan(0);
    expect(enrolledstudents).toBeLessThan(runsfrom ?? 0);
    expect(runsfrom ?? 0).toBeLessThanOrEqual(capacity);
    expect(decideby ?? '').toBe(dayAt(NOW + 12 * 24 * 60 * 60_000, 'America/New_York'));
  }
});

test('two classes have lessons to come that can be tried, one for nothing', async () => {
  await seedSchool({ ...deps, payments });
  const { db } = opened;
  const tried = await db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select('classes.trialprice')
    .distinct()
    .where('classes.trialprice', 'is not', null)
    .where('classes.runsfrom', 'is', null)
    .where('classes.status', '=', 'approved')
    .where('lessons.startsat', '>', NOW)
    .where('lessons.state', '<>', 'cancelled')
    .where(FREE_FOR_GUESTS, '>', 0)
    .orderBy('classes.trialprice')
    .execute();
  expect(tried).toEqual([{ trialprice: 0 }, { trialprice: 1200 }]);
});

test('where nobody can have paid in the past, every seat is free', async () => {
  await seedSchool(deps);
  expect(await opened.db.selectFrom('enrolments').selectAll().execute()).toEqual([]);
  for (const { availableseat, enrolledstudents, capacity } of await readClasses())
    expect([availableseat, enrolledstudents]).toEqual([capacity, 0]);
});

test('the blog posts are long enough to be worth reading, of recent months, and have pictures', async () => {
  await seedSchool(deps);
  const blogs = (await readPosts()).map((row) => z.encode(Blog, row));
  expect(blogs).toHaveLength(9);
  for (const { blog, time, image, title } of blogs) {
    expect(blog.split(/\s+/).length, title).toBeGreaterThanOrEqual(700);
    expect(blog).toMatch(/^## /m);
    expect(blog).toMatch(/^> /m);
    expect(Date.parse(time)).toBeLessThan(NOW);
    expect(Date.parse(time)).toBeGreaterThan(NOW - 180 * DAY_MS);
    expect(pictureExists(image), image).toBe(true);
  }
});

test('the demo accounts are one a role and their password passes the registration checks', () => {
  expect(DEMO_ACCOUNTS.map(({ role }) => role)).toEqual(['admin', 'instructor', 'student']);
  for (const { email } of PEOPLE) {
    const typed = { email, password: DEMO_PASSWORD, confirm: DEMO_PASSWORD };
    expect(NewPassword.safeParse(typed).error).toBeUndefined();
  }
  for (const { photoURL } of PEOPLE) expect(pictureExists(photoURL), photoURL).toBe(true);
});

test('the elections are six, each with a picture', () => {
  const file = new URL('../../../web/routes/demo-elections.json', import.meta.url);
  const elections: { id: number; image: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  expect(new Set(elections.map(({ id }) => id)).size).toBe(6);
  for (const { image } of elections) expect(pictureExists(image), image).toBe(true);
});
