import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { newApiKey } from '#server/auth/api-keys.ts';
import { newToken } from '#server/auth/mailed-links.ts';
import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { hashOf } from '#server/features/calendars/make-calendar.ts';
import { saveCalendar } from '#server/features/calendars/queries.ts';
import type { Example } from '#server/features/feature.ts';
import { insertInvitation } from '#server/features/invitations/queries.ts';
import { invoiceRows } from '#server/features/invoices/index.ts';
import { insertKey } from '#server/features/keys/queries.ts';
import { insertClaim, saveGuardian } from '#server/features/learners/claims/queries.ts';
import { insertChild } from '#server/features/learners/queries.ts';
import { insertFile } from '#server/features/materials/queries.ts';
import { insertQuestion } from '#server/features/questions/queries.ts';
import { insertNote, saveReview } from '#server/features/reviews/queries.ts';
import { insertFacts } from '#server/features/school/queries.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import { insertWebhook } from '#server/features/webhooks/queries.ts';
import { openFiles } from '#server/services/images.ts';
import { child, EXAMPLES, PDF, type ROLES, type World } from './call-table.ts';
import { anotherExample, insertExamples, TABLES } from './examples.ts';
import type { OldRow } from './old-tables.ts';
import { seatIn } from './pay.ts';
import { accountAt } from './people.ts';
import type { Person, TestSchool } from './school.ts';
import { addLesson } from './timetable.ts';
import { addWishOf } from './wishes.ts';

/** The people of a table of calls, each signed in. */
export type People = Record<keyof typeof ROLES, Person>;

/** What a request may name, all of it as if no request had been made yet. */
export async function makeWorld(school: TestSchool, people: People): Promise<World> {
  // Rows that cells changed are put back: who is a student stays one.
  for (const { user } of Object.values(people)) {
    await school.db.updateTable('users').set({ role: user.role }).where('_id', '=', user._id).execute();
  }
  // What an earlier cell gave is taken back.
  for (const name of [
    'enrolments',
    'waitlist',
    'allocations',
    'ledger',
    'orders',
    'selections',
    'mails',
    'classes',
    'blogs',
    'webhookmessages',
  ] as const)
    await school.db.deleteFrom(name).execute();
  const dropped = school.db.selectFrom('users').select('_id').where('email', 'like', 'dropped-%');
  await school.db.deleteFrom('learners').where('userid', 'in', dropped).execute();
  await school.db.deleteFrom('users').where('_id', 'in', dropped).execute();
  const student = { ...people.student };
  const owner = { instructoremail: people.instructor.email };
  const selected = await school.addClass(owner);
  const approved = await school.addClass(owner);
  const family = await makeChild(school, people);
  const selection = `selection-${selected._id}`;
  await school.db
    .insertInto('selections')
    .values({
      _id: selection,
      learnerid: student.learnerid,
      classid: selected._id,
      enrolled: 0,
      createdat: school.clock.now,
    })
    .execute();
  const taken = await school.addClass({ ...owner, enrolledstudents: 1 });
  const pending = await school.addClass({ ...owner, status: 'pending' });
  return {
    student,
    instructor: people.instructor,
    otherInstructor: people.otherInstructor,
    admin: people.admin,
    approved,
    pending,
    note: await makeNote(school, people, pending._id),
    changed: await school.addClass({ ...owner, changedat: school.clock.now }),
    denied: await school.addClass({ ...owner, status: 'denied' }),
    selection,
    full: await school.addClass({ ...owner, availableseat: 0, enrolledstudents: 1 }),
    waiting: (
      await insertEntry(school.db, {
        learnerid: student.learnerid,
        classid: selected._id,
        now: school.clock.now,
      })
    )._id,
    ...family,
    key: await makeKey(school, people),
    question: await makeQuestion(school),
    post: await school.addPost({ authorid: people.instructor.user._id }),
    webhook: await makeWebhook(school, people),
    fact: await makeFact(school),
    examples: await makeExamples(school, people, {
      childid: family.child,
      classid: approved._id,
      nextclass: selected._id,
    }),
    // After the instruments that others are examples of.
    wish: (await addWishOf(school, student.learnerid)).wish,
    invitation: await makeInvitation(school, people),
    invoice: await makeInvoice(school, student),
    ...(await makeLesson(school, owner)),
    today: new Date(school.clock.now).toISOString().slice(0, 10),
    dropped: (await accountAt(school.db, { email: `dropped-${selected._id}@test.example` })).userid,
    calendar: await makeCalendar(school, student),
    enrolment: await enrol(school, student, taken),
    taken,
  };
}

/**
 * A child that cells may delete, with a guardian and what others are asked; the student has one at a time.
 */
async function makeChild(
  { db, clock }: TestSchool,
  { student: { user }, admin }: People,
): Promise<Pick<World, 'child' | 'guardian' | 'claim'>> {
  await db.deleteFrom('learners').where('userid', '=', user._id).where('self', '=', 0).execute();
  const fields = { ...child, born: null, note: null, userid: user._id };
  const learnerid = await insertChild(db, { ...fields, now: clock.now });
  const { userid: guardian } = await accountAt(db, { email: 'guardian@test.example' });
  const none = { learnerid, mayenrol: 0, maypay: 0, getsmail: 0, createdat: clock.now } as const;
  await saveGuardian(db, { ...none, userid: guardian });
  const { token, hash } = newToken();
  const claim = { ...none, byid: admin.user._id, until: clock.now + 1000, ended: null };
  await insertClaim(db, { ...claim, hash, kind: 'family', email: user.email });
  await insertClaim(db, { ...claim, hash: newToken().hash, kind: 'guardian', email: 'asked@test.example' });
  return { child: learnerid, guardian, claim: token };
}

/** A lesson with a file. */
async function makeLesson(
  school: TestSchool,
  owner: { instructoremail: string },
): Promise<Pick<World, 'lesson' | 'file'>> {
  const classid = (await school.addClass(owner))._id;
  const { _id: lesson } = await addLesson(school.db, { classid, day: '2026-12-01' });
  const file = newId(school.clock.now);
  await (await openFiles(school.config)).put(file, Buffer.from(PDF));
  const row = { _id: file, lessonid: lesson, classid, name: 'etude.pdf', kind: 'pdf' as const };
  await insertFile(school.db, { ...row, bytes: PDF.length, createdat: school.clock.now });
  return { lesson, file };
}

/** What the student is invited to; an admin may be invited to nothing. */
async function makeInvitation({ db, clock }: TestSchool, { student, admin }: People): Promise<string> {
  const { token, hash } = newToken();
  const invitation = { hash, email: student.email, name: 'Ana Costa', role: 'instructor' as const };
  const until = clock.now + 1000;
  const sent = { classids: '', byid: admin.user._id, until, createdat: clock.now };
  await insertInvitation(db, { _id: newId(clock.now), ...invitation, ...sent });
  return token;
}

/** What the admin wrote beside a class. */
async function makeNote(school: TestSchool, { admin }: People, classid: string): Promise<string> {
  const now = school.clock.now;
  const look = { parts: '{}', lookedat: now, partsbefore: null, lookedbefore: null, changedat: now };
  await saveReview(school.db, { _id: classid, classid, blogid: null, turn: 'teacher', ...look });
  const about = { field: 'classname' as const, paragraph: null, about: 'Violin', proposal: 'Viola' };
  return insertNote(school.db, { ...about, reviewid: classid, byid: admin.user._id }, now);
}

/** The address of a calendar, which cells may take away. */
async function makeCalendar(school: TestSchool, { claims: { userid, uid, epoch } }: Person): Promise<string> {
  const token = `cal_${newToken().token}`;
  await saveCalendar(school.db, { userid, uid, epoch, hash: hashOf(token), createdat: school.clock.now });
  return token;
}

/** A webhook that cells may delete; there is one at a time. */
async function makeWebhook(school: TestSchool, people: People): Promise<string> {
  await school.db.deleteFrom('webhooks').execute();
  const ownerid = people.admin.user._id;
  const webhook = { url: 'https://office.example/', secret: 'whsec_', events: ['enrolled'] as const };
  return (await insertWebhook(school.db, { ...webhook, ownerid, now: school.clock.now }))._id;
}

/** A number that cells may change or delete, of an unchanged school; there is one at a time. */
async function makeFact(school: TestSchool): Promise<string> {
  await school.db.deleteFrom('facts').execute();
  await school.db.updateTable('school').set({ version: 1 }).execute();
  const fact = { kind: 'number' as const, title: 'Pianos', words: '6', byline: null, day: null, position: 0 };
  await insertFacts(school.db, [fact], school.clock.now);
  return (await school.db.selectFrom('facts').select('_id').executeTakeFirstOrThrow())._id;
}

/** What cells change or delete by their path, one row of each table, and what they may make of it. */
async function makeExamples(
  { db, clock }: TestSchool,
  { student, otherStudent }: People,
  names: { childid: string; classid: string; nextclass: string },
): Promise<World['examples']> {
  for (const table of EXAMPLES) await db.deleteFrom(table).execute();
  const named = {
    ...{ ...names, now: clock.now, email: student.email, name: student.user.name },
    ...{ userid: student.user._id, learnerid: student.learnerid },
    ...{ otherid: otherStudent.user._id, otherlearner: otherStudent.learnerid },
  };
  const inserted = await insertExamples(db, anotherExample(named), EXAMPLES);
  const other = anotherExample(named);
  return Object.fromEntries(
    TABLES.filter(([table]) => inserted.has(table)).map(([table, { example }]) => [
      table,
      {
        id: String(inserted.get(table)?.[0]?._id),
        other: example?.(other)[0] as unknown as OldRow,
      },
    ]),
  );
}

/** A key that cells may revoke; there is one at a time. */
async function makeQuestion(school: TestSchool): Promise<string> {
  const _id = crypto.randomUUID();
  const asked = { text: 'When?', email: `${_id}@mail.example`, name: null, userid: null, classid: null };
  await insertQuestion(school.db, {
    _id,
    ...asked,
    answer: null,
    answeredat: null,
    byid: null,
    createdat: school.clock.now,
  });
  return _id;
}

async function makeKey(school: TestSchool, people: People): Promise<string> {
  await school.db.deleteFrom('apikeys').where('name', '=', 'Of a cell').execute();
  const { secret: _, ...made } = newApiKey();
  const ownerid = people.admin.user._id;
  const until = school.clock.now + 60_000;
  const key = {
    ...made,
    name: 'Of a cell',
    scopes: KEY_SCOPES,
    addresses: [],
    ownerid,
    until,
    now: school.clock.now,
  };
  return (await insertKey(school.db, key))._id;
}

/** A free place, so that taking it back needs no card service. */
const enrol = (school: TestSchool, { user, learnerid }: Person, taught: Row<'classes'>): Promise<string> =>
  seatIn(school, taught, { userid: user._id, learnerid });

async function makeInvoice({ db, clock }: TestSchool, { user }: Person): Promise<string> {
  const _id = newId(clock.now);
  const named = { userid: user._id, name: user.name, now: clock.now, id: () => _id, number: 1 };
  const [row] = invoiceRows.invoices.example(named as unknown as Example);
  if (!row) throw new Error('Invoices have an example.');
  await db
    .insertInto('invoices')
    .values({ ...row, number: _id })
    .execute();
  return _id;
}
