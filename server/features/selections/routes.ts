import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { selectionEndpoints } from '#contract/selections/schema.ts';
import type { Caller } from '#server/auth/queries.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { atOnce } from '#server/database/transact.ts';
import { findClassesById, withToday } from '#server/features/classes/index.ts';
import { findLearner, findLearnerNames, type LearnerNames } from '#server/features/learners/index.ts';
import { isClassOver } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findLessonWarnings } from './lesson-warnings.ts';
import { listClashes } from './list-clashes.ts';
import * as queries from './queries.ts';
import { selectClass, selectTogether } from './select-class.ts';

export type SelectionOptions = { db: Db; readSchool: ReadSchool; now: () => number };

export const selectionRoutes: FastifyPluginAsyncZod<SelectionOptions> = async (
  app,
  { db, readSchool, now },
) => {
  const thisMoment = async () => {
    const moment = now();
    return { now: moment, day: schoolDay(await readSchool(), moment) };
  };

  /** What a caller who has just selected a class for learners is told of its times. */
  const warningsOf = async (caller: Caller, wish: { classid: string; learnerids: readonly string[] }) =>
    findLessonWarnings(db, { ...wish, learners: await findLearnerNames(db, caller), now: now() });

  app.route({
    ...selectionEndpoints.selectClass,
    handler: async ({ body, user }) => {
      const { classid } = body;
      const moment = await thisMoment();
      const [{ _id: learnerid }, isOver] = await atOnce(db, (one) => [
        findLearner(one, user, body.learnerid, 'enrol'),
        isClassOver(one, classid, moment.now),
      ]);
      const added = await selectClass(db, { classid, learnerid, isOver, ...moment });
      if (added && !added.meets) return { insertedId: added._id };
      const warnings = await warningsOf(user, { classid, learnerids: [learnerid] });
      return added ? { insertedId: added._id, ...warnings } : { message: 'exist' as const, ...warnings };
    },
  });

  app.route({
    ...selectionEndpoints.listClashes,
    handler: async ({ params: { classid }, user }) => {
      const [wanted] = await findClassesById(db, [classid]);
      ensure(wanted && wanted.deletedat === null, 'class-not-found');
      return listClashes(db, { classid, learners: await findLearnerNames(db, user), now: now() });
    },
  });

  app.route({
    ...selectionEndpoints.selectTogether,
    handler: async ({ body, user }) => {
      const insertedIds = await selectTogether(db, { ...body, caller: user, ...(await thisMoment()) });
      const learnerids = [...new Set(body.learnerids)];
      return { insertedIds, ...(await warningsOf(user, { classid: body.classid, learnerids })) };
    },
  });

  /** Selections with their classes, as payers and guardians read them. */
  async function show(selections: Row<'selections'>[], caller: Caller, learners: LearnerNames) {
    const { email } = caller;
    const family = findLearnerNames(db, caller);
    const classids = selections.map(({ classid }) => classid);
    const classes = await withToday({ db, readSchool, now }, await findClassesById(db, classids), {
      hasNext: true,
    });
    const moment = now();
    const { enrolmentPrice } = await readSchool();
    const lessonsOf = async (selection: Row<'selections'>) => {
      const { lessons, price: sum } = classes.find(({ _id }) => _id === selection.classid)?.today ?? {};
      if (!lessons) return {};
      return {
        lessons,
        // Of a class that is over there is nothing to pay.
        ...(enrolmentPrice === 'class' && sum !== undefined && { sum }),
        ...(await findLessonWarnings(db, {
          learnerids: [selection.learnerid],
          classid: selection.classid,
          learners: await family,
          now: moment,
        })),
      };
    };
    const warned = await Promise.all(selections.map(lessonsOf));
    return selections.map((selection, at) => ({
      ...selection,
      ...warned[at],
      email,
      learnername: learners.get(selection.learnerid) ?? '',
      result: classes.filter(({ _id }) => _id === selection.classid),
    }));
  }

  app.route({
    ...selectionEndpoints.listSelections,
    handler: async ({ user }) => {
      const learners = await findLearnerNames(db, user);
      return show(await queries.findOpenSelections(db, [...learners.keys()]), user, learners);
    },
  });

  app.route({
    ...selectionEndpoints.browseSelections,
    handler: async ({ query: { learnerid, ...query }, user }) => {
      const learners = await findLearnerNames(db, user, learnerid);
      const page = await queries.browseOpenSelections(db, { ...query, learnerids: [...learners.keys()] });
      return { ...page, items: await show(page.items, user, learners) };
    },
  });

  app.route({
    ...selectionEndpoints.listStandings,
    handler: async ({ user }) => {
      const learners = await findLearnerNames(db, user);
      return queries.findStandings(db, [...learners.keys()]);
    },
  });

  app.route({
    ...selectionEndpoints.deleteSelection,
    handler: async ({ params }) => ({ deletedCount: await queries.deleteSelection(db, params.id) }),
  });
};
