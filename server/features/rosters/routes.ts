import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { rosterEndpoints } from '#contract/rosters/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { PlainId } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClass } from '#server/features/classes/index.ts';
import { type Cell, csvEmail, csvMoment, headOf, sendCsv } from '#server/http/answers/send-csv.ts';
import { ensure } from '#server/http/errors.ts';
import { browseRoster, countRoster, findRoster, hasChildren, hasLesson, type Student } from './queries.ts';

export type RosterOptions = { db: Db; readSchool: ReadSchool; now: () => number };

export const rosterRoutes: FastifyPluginAsyncZod<RosterOptions> = async (app, options) => {
  const { db } = options;

  app.route({
    ...rosterEndpoints.readRoster,
    handler: async ({ params, query, caller }) => {
      const found = await requireClass(db, params.id);
      const at = { classid: found._id, day: await today(options) };
      const isToCall = caller !== null && (await needsToCall(db, at, caller));
      // A key has no caller.
      const isForOffice = caller !== null && isOffice(caller.role);
      const page = await browseRoster(db, { ...query, ...at, isToCall, isForOffice });
      return { class: found, ...page, total: await countRoster(db, found._id) };
    },
  });

  app.route({
    ...rosterEndpoints.exportRoster,
    handler: async ({ params, query }, reply) => {
      const found = await requireClass(db, params.id);
      const columns = (await hasChildren(db, found._id)) ? [...COLUMNS, ...OF_CHILDREN] : COLUMNS;
      return sendCsv(reply, `roster-${found._id}`, {
        head: headOf(
          columns.map(([heading]) => heading),
          query,
        ),
        rows: rosterRows(options, found, columns),
      });
    },
  });
};

/** Of the day's lesson the office may have to call, and of teachers the one who holds it. */
const needsToCall = (
  db: Db,
  at: { classid: string; day: string },
  { _id, role }: Pick<Caller, '_id' | 'role'>,
): Promise<boolean> => hasLesson(db, { ...at, teacherid: isOffice(role) ? undefined : _id });

/**
 * Throws `class-not-found`, and `forbidden` for a teacher who neither teaches a class nor holds a lesson of
 * it today.
 */
export async function requireRoster(options: RosterOptions, id: string, { _id }: Pick<Caller, '_id'>) {
  const { _id: classid, instructorid } = await requireClass(options.db, id);
  const at = { classid, day: await today(options), teacherid: _id };
  ensure(instructorid === _id || (await hasLesson(options.db, at)), 'forbidden');
}

/** By which day ages are counted: the school's. */
const today = async ({ readSchool, now }: RosterOptions) => schoolDay(await readSchool(), now());

type Listed = { classname: string; student: Student };
type Column = readonly [heading: PlainId, cell: (listed: Listed) => Cell];

const COLUMNS: readonly Column[] = [
  ['csv.class', ({ classname }) => classname],
  ['csv.name', ({ student }) => student.name],
  ['csv.email', ({ student }) => csvEmail(student.email)],
  ['csv.enrolled_on', ({ student }) => csvMoment(student.date)],
];

/** After the others, so that a file of before reads the same. */
const OF_CHILDREN: readonly Column[] = [
  ['csv.age', ({ student }) => student.agegroup ?? null],
  ['csv.guardian', ({ student }) => student.guardian ?? null],
  ['csv.note', ({ student }) => student.note ?? null],
];

async function* rosterRows(
  options: RosterOptions,
  { _id: classid, classname }: { _id: string; classname: string },
  columns: readonly Column[],
) {
  for await (const student of findRoster(options.db, { classid, day: await today(options) }))
    yield columns.map(([, cell]) => cell({ classname, student }));
}

async function requireClass(db: Db, id: string) {
  const found = await findClass(db, id);
  ensure(found, 'class-not-found');
  return found;
}
