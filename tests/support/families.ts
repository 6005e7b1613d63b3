import type { Row } from '#server/database/schema.ts';
import type { Person, TestSchool } from './school.ts';

type School = Pick<TestSchool, 'db'>;

/** Rights of a guardian as the wire has them. */
export const NO_RIGHTS = { mayenrol: false, maypay: false, getsmail: false };
export const EVERY_RIGHT = { mayenrol: true, maypay: true, getsmail: true };

/** Adds a child by the parent's own call; gives its id. */
export async function addChildBy(parent: Person, child: object = {}): Promise<string> {
  const { body } = await parent.call('POST', '/learners', { firstname: 'Mia', lastname: 'Sol', ...child });
  return body.insertedId;
}

/** The token in the latest mail with a link to an address; undefined where there is none. */
export async function tokenFor(
  { db }: School,
  email: string,
  kind: 'claim' | 'invitation' = 'claim',
): Promise<string | undefined> {
  const mails = db.selectFrom('mails').selectAll().where('kind', '=', kind).where('recipient', '=', email);
  const mail = await mails.orderBy('_id', 'desc').limit(1).executeTakeFirst();
  return /token=([\w-]+)/.exec(mail?.letter ?? '')?.[1];
}

/** Lets somebody guard a child, by mail and all. */
export async function letGuard(
  school: School,
  {
    parent,
    guardian,
    learnerid,
    rights = {},
  }: {
    parent: Person;
    guardian: Person;
    learnerid: string;
    rights?: Partial<typeof NO_RIGHTS>;
  },
): Promise<void> {
  await parent.call('POST', '/guardians', { learnerid, email: guardian.email, ...NO_RIGHTS, ...rights });
  await guardian.call('POST', `/claims/${await tokenFor(school, guardian.email)}`);
}

export const learnerAt = ({ db }: School, id: string): Promise<Row<'learners'>> =>
  db.selectFrom('learners').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
