import { KEY_SCOPES } from '#contract/keys/calls.ts';
import { insertEntry } from '#server/features/waitlist/queries.ts';
import type { Actor as Caller } from './call-table.ts';
import type { People } from './call-world.ts';
import { addChildBy, NO_RIGHTS, tokenFor } from './families.ts';
import type { LearnerWorld, Opens } from './learner-calls.ts';
import { addMissedLessons } from './missed-lessons.ts';
import { confirmCard, FEE, record } from './pay.ts';
import { addRecital } from './recitals.ts';
import type { Person, TestSchool } from './school.ts';
import { addLesson } from './timetable.ts';
import { addWishOf } from './wishes.ts';

/** A caller, with its role in the table of calls that are about no learner. */
export const ACTORS = {
  stranger: 'nobody',
  'student without a family': 'otherStudent',
  payer: 'student',
  'guardian who may pay': 'otherStudent',
  'guardian without rights': 'otherStudent',
  'former guardian': 'otherStudent',
  teenager: 'otherStudent',
  'former payer': 'otherStudent',
  instructor: 'instructor',
  substitute: 'otherInstructor',
  office: 'office',
  admin: 'admin',
  'former admin': 'otherStudent',
  'read key': 'read key',
  'people key': 'people key',
  'money key': 'money key',
  'key of a former admin': 'revoked key',
} as const satisfies Record<string, Caller>;
export type Actor = keyof typeof ACTORS;
export const ALL_ACTORS = Object.keys(ACTORS) as Actor[];

/**
 * What an actor is to the learner whom a call is about: whose it is, a guardian with rights, or who paid for
 * its place.
 */
type Relation = { guards?: Partial<typeof NO_RIGHTS>; owns?: true; paid?: true };

const OF_CHILD = {
  payer: { owns: true },
  'guardian who may pay': { guards: { maypay: true } },
  'guardian without rights': { guards: {} },
} as const satisfies { [actor in Actor]?: Relation };

/** Whom a call may be about. */
export const SUBJECTS = {
  'the child': { ...OF_CHILD, payer: { owns: true, paid: true } },
  'the child, whose place a former guardian has paid': { ...OF_CHILD, 'former guardian': { paid: true } },
  'the teenager': { teenager: { owns: true }, 'former payer': { paid: true } },
} as const satisfies Record<string, { [actor in Actor]?: Relation }>;
export type Subject = keyof typeof SUBJECTS;
export const ALL_SUBJECTS = Object.keys(SUBJECTS) as Subject[];

/** Whether a call that opens so much is for this actor, about this learner. */
export function isFor(actor: Actor, subject: Subject, opens: Opens): boolean {
  const { guards, owns, paid }: Relation = (SUBJECTS[subject] as { [one in Actor]?: Relation })[actor] ?? {};
  if (opens === 'payer') return paid === true;
  if (owns) return true;
  if (!guards || opens === 'owner') return false;
  return opens === 'see' || guards[opens] === true;
}

/** What must reach no actor who may not read it. */
export const SECRETS = {
  child: { name: 'Mia-Sentinel', born: '2016-07-23', note: 'Nuts-Sentinel' },
  teenager: { name: 'Theo-Sentinel', born: '2010-03-19', note: 'Asthma-Sentinel' },
} as const;
type Secret = keyof (typeof SECRETS)['child'];

const ALL = ['name', 'born', 'note'] as const;
/**
 * What each actor reads of whom, by all calls together: which of a teacher's calls tell what is in
 * `what-teachers-see.test.ts`.
 */
export const READS: {
  readonly [actor in Actor]?: { readonly [who in keyof typeof SECRETS]?: readonly Secret[] };
} = {
  payer: { child: ALL },
  'guardian who may pay': { child: ALL },
  'guardian without rights': { child: ALL },
  // The receipt of what they paid says whose place it was.
  'former guardian': { child: ['name'] },
  teenager: { teenager: ALL },
  'former payer': { teenager: ['name'] },
  instructor: { child: ['name', 'note'], teenager: ['name', 'note'] },
  office: { child: ALL, teenager: ALL },
  admin: { child: ALL, teenager: ALL },
  'people key': { child: ['name', 'note'], teenager: ['name', 'note'] },
  'money key': { child: ['name'], teenager: ['name'] },
};

/** What no answer to this actor may say. */
export const keptFrom = (actor: Actor): string[] =>
  Object.entries(SECRETS).flatMap(([who, said]) => {
    const read = READS[actor]?.[who as keyof typeof SECRETS] ?? [];
    return ALL.filter((one) => !read.includes(one)).map((one) => said[one]);
  });

type Role = Exclude<Actor, 'stranger' | `${string}key${string}`>;
export type Cast = Record<Role, Person>;

/** Those whose role is all that they are: the same for every call. */
export async function signInRoles(school: TestSchool) {
  const admin = await school.signIn('admin');
  const formerAdmin = await school.signIn('admin');
  const addKey = async (by: Person, scopes: readonly string[]): Promise<string> =>
    (await by.call('POST', '/keys', { name: 'Accounting', scopes })).body.secret;
  const keys = Object.fromEntries(
    await Promise.all(
      KEY_SCOPES.map(async (scope) => [`${scope} key`, await addKey(admin, [scope])] as const),
    ),
  );
  const formerKey = await addKey(formerAdmin, KEY_SCOPES);
  const demoted = await admin.call('PATCH', `/users/student/${formerAdmin.user._id}`);
  if (demoted.status !== 200) throw new Error(JSON.stringify(demoted.body));
  return {
    cast: {
      office: await school.signIn('office'),
      admin,
      'former admin': formerAdmin,
      'student without a family': await school.signIn('student'),
    },
    keys: { ...keys, 'key of a former admin': formerKey } as { readonly [actor in Actor]?: string },
  };
}

/** Two families of which nothing has been asked yet, and who teaches them. */
export async function makeFamilies(
  school: TestSchool,
  roles: Awaited<ReturnType<typeof signInRoles>>['cast'],
): Promise<{ cast: Cast; people: People; worldOf: (subject: Subject) => Promise<LearnerWorld> }> {
  const student = () => school.signIn('student');
  const cast: Cast = {
    ...roles,
    payer: await student(),
    'guardian who may pay': await student(),
    'guardian without rights': await student(),
    'former guardian': await student(),
    teenager: await student(),
    'former payer': await student(),
    instructor: await school.signIn('instructor'),
    substitute: await school.signIn('instructor'),
  };
  const { payer, teenager } = cast;
  const about: { readonly [subject in Subject]: () => Promise<LearnerWorld> } = {
    'the child': async () => {
      const child = await addGuardedChild(school, cast);
      return places(school, {
        cast,
        owner: payer,
        child,
        enrolled: await enrol(school, payer, { cast, child }),
      });
    },
    'the child, whose place a former guardian has paid': async () => {
      const child = await addGuardedChild(school, cast);
      const former = cast['former guardian'];
      await guard(school, former, child, { maypay: true, mayenrol: true });
      const enrolled = await enrol(school, former, { cast, child });
      await payer.call('DELETE', `/guardians/${child}/${former.user._id}`);
      return places(school, { cast, owner: payer, child, enrolled });
    },
    'the teenager': async () => {
      const former = cast['former payer'];
      const { name: firstname, ...said } = SECRETS.teenager;
      const child = await addChildBy(former, { firstname, ...said });
      const enrolled = await enrol(school, former, { cast, child });
      await former.call('POST', `/learners/${child}/takeover`, { ...NO_RIGHTS, email: teenager.email });
      await teenager.call('POST', `/claims/${await tokenFor(school, teenager.email)}`);
      // Nothing had been done yet with the learner that the account was made with.
      teenager.learnerid = child;
      return places(school, { cast, owner: teenager, child, enrolled });
    },
  };
  const people = {
    student: payer,
    otherStudent: roles['student without a family'],
    instructor: cast.instructor,
    otherInstructor: cast.substitute,
    office: cast.office,
    admin: cast.admin,
  };
  return { cast, people, worldOf: (subject) => about[subject]() };
}

async function addGuardedChild(school: TestSchool, cast: Cast): Promise<string> {
  const { name: firstname, ...said } = SECRETS.child;
  const child = await addChildBy(cast.payer, { firstname, ...said });
  for (const [actor, relation] of Object.entries<Relation>(OF_CHILD))
    if (relation.guards) await guard(school, cast[actor as Role], child, relation.guards);
  return child;
}

const guard = (
  { db, clock }: TestSchool,
  { user }: Person,
  learnerid: string,
  { mayenrol, maypay }: Partial<typeof NO_RIGHTS>,
) =>
  db
    .insertInto('guardians')
    .values({
      learnerid,
      userid: user._id,
      createdat: clock.now,
      getsmail: 0,
      mayenrol: mayenrol ? 1 : 0,
      maypay: maypay ? 1 : 0,
    })
    .execute();

type Enrolled = Pick<LearnerWorld, 'enrolment' | 'paidclass' | 'transactionId'>;

/** A place that is being paid for by card, in a class with a lesson of the substitute's. */
async function enrol(
  school: TestSchool,
  payer: Person,
  { cast, child: learnerid }: { cast: Cast; child: string },
): Promise<Enrolled> {
  const { _id: classid } = await school.addClass({ instructoremail: cast.instructor.email });
  await addLesson(school.db, { classid, day: '2026-12-01', teacherid: cast.substitute.user._id });
  const intent = await payer.call('POST', '/create-payment-intent', { price: FEE, classid, learnerid });
  const { id: transactionId } = await confirmCard(school, intent.body.clientSecret);
  const { body } = await record(payer, classid, transactionId);
  return { enrolment: body.result.insertedId, paidclass: classid, transactionId };
}

/** What a family has of a learner beside the place. */
async function places(
  school: TestSchool,
  { cast, owner, child, enrolled }: { cast: Cast; owner: Person; child: string; enrolled: Enrolled },
): Promise<LearnerWorld> {
  const { db, clock } = school;
  const taught = async (fields: object = {}) =>
    (await school.addClass({ instructoremail: cast.instructor.email, ...fields }))._id;
  const full = { availableseat: 0, enrolledstudents: 1 };
  const selectedclass = await taught();
  const choice = { classid: selectedclass, email: owner.email, learnerid: child };
  const selected = await owner.call('POST', '/select/class/', choice);
  const waits = await insertEntry(db, { learnerid: child, classid: await taught(full), now: clock.now });
  await owner.call('POST', '/guardians', { learnerid: child, email: 'asked@test.example', ...NO_RIGHTS });
  return {
    ...enrolled,
    parent: owner,
    child,
    guardian: cast['guardian without rights'],
    selectedclass,
    selection: selected.body.insertedId,
    waiting: waits._id,
    ...(await addWishOf(school, child)),
    open: await taught(),
    full: await taught(full),
    recital: await addRecital(db, { learnerids: [child] }),
    ...(await addMissedLessons(school, { classid: enrolled.paidclass, learnerid: child })),
  };
}
