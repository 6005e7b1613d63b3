import type { Kysely } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { selfLearner } from '#server/database/rows/learners.ts';
import { NOTHING_SAID } from '#server/database/rows/users.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertAccounts } from './accounts.ts';
import { insertAll } from './insert-all.ts';
import { ADMIN, INSTRUCTORS, type Person, STUDENT } from './people.ts';
import { makeStudents } from './students.ts';

const YEAR_MS = 365.25 * 86_400_000;
/** How many accounts are made at once: each costs a hash. */
const AT_ONCE = 4;

/**
 * What a copy of the school is made of: what it offers, and when and where that is. No account and no learner,
 * no address, no picture and no free text that may name a person; who teaches is a number.
 */
export type Program = {
  school: Row<'school'>;
  billing: Pick<Row<'billingsettings'>, 'dueafterdays' | 'latefee' | 'latefeeafterdays' | 'taxrate'>;
  terms: Row<'terms'>[];
  rooms: Row<'rooms'>[];
  closures: Row<'closures'>[];
  instruments: Row<'instruments'>[];
  classinstruments: Row<'classinstruments'>[];
  classes: Row<'classes'>[];
  plans: Row<'plans'>[];
  lessons: Row<'lessons'>[];
  /** Ids made for the copy, one for each who teaches: rows name them. */
  teacherids: string[];
};

type Ages = Pick<Row<'classes'>, 'agefrom' | 'ageto'>;

type Options = {
  db: Kysely<Database>;
  /** Epoch milliseconds. */
  now: number;
  password: string;
  createAccount: (person: {
    email: string;
    password: string;
    name: string;
    photoURL: string | null;
  }) => Promise<string>;
  /** How many families are invented. */
  families: number;
  /** Of the classes that they will join: each family has a child of an age for each that asks for one. */
  ages: readonly Ages[];
};

type Invented = { name: string; email: string };
/** `learnerids`: who of the family may join each of the classes whose ages were asked for. */
export type InventedFamily = Invented & { userid: string; learnerids: string[] };
export type Invention = { admin: Person; teacher: Invented | undefined; families: InventedFamily[] };

/** As many invented teachers as asked for, the demo's first. */
export function teachersOf(count: number): Omit<Person, 'photoURL'>[] {
  const known = Object.values(INSTRUCTORS);
  const others = makeStudents(Math.max(0, count - known.length) + FAMILIES_MAX).slice(FAMILIES_MAX);
  return [
    ...known,
    ...others.map(({ name, email }) => ({ name, email: `teacher.${email}`, role: 'instructor' as const })),
  ].slice(0, count);
}

/** Names beyond these are for teachers. */
const FAMILIES_MAX = 200;

/**
 * Fills an empty database with what a school offers and with invented people, who all can sign in. Throws what
 * `createAccount` throws.
 */
export async function fillCopy(
  offered: Program,
  { db, now, password, createAccount, families: count, ages }: Options,
): Promise<Invention> {
  const teachers = teachersOf(offered.teacherids.length);
  const families = [STUDENT, ...makeStudents(count - 1)].slice(0, count);
  const people: (Omit<Person, 'photoURL'> & { photoURL?: string })[] = [
    ADMIN,
    ...teachers,
    ...families.map((family) => ({ ...family, role: 'student' as const })),
  ];
  const ids = new Map(teachers.map(({ email }, at) => [email, offered.teacherids[at] ?? '']));
  const users: Row<'users'>[] = [];
  for (let at = 0; at < people.length; at += AT_ONCE)
    users.push(
      ...(await Promise.all(
        people.slice(at, at + AT_ONCE).map(async ({ email, name, role, photoURL = null }) => {
          const uid = await createAccount({ email, name, photoURL, password });
          return {
            _id: ids.get(email) ?? newId(now),
            uid,
            email,
            name,
            photoURL,
            role,
            validsince: now,
            emailverified: 1 as const,
            provedat: now,
            ...NOTHING_SAID,
            createdat: now,
          };
        }),
      )),
    );
  const learnerids = await transact(db, async (tx) => {
    // The identity service has asked for the school's name meanwhile, and the row was made by it.
    await tx.deleteFrom('school').execute();
    await tx.insertInto('school').values(offered.school).execute();
    const settings = {
      latefeesince: null,
      taxnumber: null,
      invoicetext: null,
      iban: null,
      bic: null,
      holder: null,
    };
    await tx
      .insertInto('billingsettings')
      .values({ _id: 'school', version: 1, ...settings, ...offered.billing })
      .execute();
    const accounts = await insertAccounts(tx, users);
    await insertAll(offered.terms, (rows) => tx.insertInto('terms').values(rows).execute());
    await insertAll(offered.rooms, (rows) => tx.insertInto('rooms').values(rows).execute());
    await insertAll(offered.closures, (rows) => tx.insertInto('closures').values(rows).execute());
    await insertAll(offered.instruments, (rows) => tx.insertInto('instruments').values(rows).execute());
    await insertAll(offered.classes, (rows) => tx.insertInto('classes').values(rows).execute());
    await insertAll(offered.classinstruments, (rows) =>
      tx.insertInto('classinstruments').values(rows).execute(),
    );
    await insertAll(offered.plans, (rows) => tx.insertInto('plans').values(rows).execute());
    await insertAll(offered.lessons, (rows) => tx.insertInto('lessons').values(rows).execute());
    const found = new Map<string, string[]>();
    for (const { email, name } of families) {
      const { learnerid, userid } = accounts.get(email) ?? { learnerid: '', userid: null };
      const theirs: string[] = [];
      for (const [at, { agefrom, ageto }] of ages.entries()) {
        if (agefrom === null && ageto === null) {
          theirs.push(learnerid);
          continue;
        }
        const age = agefrom ?? Math.max(0, (ageto ?? 1) - 1);
        const child = {
          ...selfLearner({ _id: userid ?? '', createdat: now }),
          self: 0 as const,
          firstname: CHILDREN[(email.length + at) % CHILDREN.length] ?? null,
          lastname: name.split(' ').at(-1) ?? null,
          born: new Date(now - (age + 0.4) * YEAR_MS).toISOString().slice(0, 10),
        };
        await tx.insertInto('learners').values(child).execute();
        theirs.push(child._id);
      }
      found.set(email, theirs);
    }
    return found;
  });
  return {
    admin: ADMIN,
    teacher: teachers[0],
    families: families.map(({ name, email }) => ({
      name,
      email,
      userid: users.find((user) => user.email === email)?._id ?? '',
      learnerids: learnerids.get(email) ?? [],
    })),
  };
}

const CHILDREN = ['Zofia', 'Jan', 'Mila', 'Theo', 'Nora', 'Levi', 'Ida', 'Samir', 'Lotte', 'Noel'];
