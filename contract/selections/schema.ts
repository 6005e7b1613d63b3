import * as z from 'zod';
import { MusicClass } from '#contract/classes/answers.schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { KnownEmail } from '#contract/fields.form.ts';
import { Clash, FamilyHint } from '#contract/lessons/schema.ts';
import {
  ByEmail,
  ById,
  Deleted,
  Flag,
  Id,
  LearnerIds,
  lenient,
  Moment,
  Money,
  Place,
  pageOf,
} from '#contract/primitives.schema.ts';
import { STANDINGS, selectionCalls } from './calls.ts';

/**
 * Where a learner would have two lessons at the same time, with what they have only selected too, and where
 * another of the family has one elsewhere; each absent where there is nothing.
 */
const lessonWarnings = {
  clashes: z.array(Clash).optional(),
  hints: z.array(FamilyHint).optional(),
};

export const Selection = z
  .object({
    _id: Id,
    classid: z.string(),
    email: z.string().nullable(),
    learnerid: Id,
    learnername: z.string(),
    enrolled: Flag,
    /** How many lessons of the class are left, and of how many; absent where it has none. */
    lessons: z.object({ left: z.int(), of: z.int() }).optional(),
    /**
     * The price today, where each class has its own: 0 where it is too small for a card; absent where the
     * class is over.
     */
    sum: Money.optional(),
    ...lessonWarnings,
    /** The class itself, as the only item. */
    result: z.array(MusicClass),
  })
  .meta({ id: 'Selection' });

/** A clash with another class that a learner has or has selected: its first day, and the number of days. */
export const ClassClash = z
  .object({
    learnerid: Id,
    learnername: z.string(),
    /** The name of the other class. */
    with: z.string(),
    /** The first lesson of the other class that is at the time of one of this. */
    day: z.iso.date(),
    startsat: Moment,
    endsat: Moment,
    days: z.int(),
  })
  .meta({ id: 'ClassClash' });

export const selectionEndpoints = withSchemas(selectionCalls, {
  selectClass: {
    summary:
      'Puts a class among a learner’s selected ones, the caller’s own where none is named. Says `exist` when it is there already.',
    unlogged: 'A choice that binds no one.',
    refusals: [
      'learner-not-found',
      'class-not-found',
      'class-closed',
      'class-over',
      'class-full',
      'class-not-open',
      'age-outside',
      'born-missing',
    ],
    body: z.object({ classid: Id.min(1), email: KnownEmail, learnerid: Id.min(1).optional() }),
    response: {
      200: z.union([
        z.object({ insertedId: z.string(), ...lessonWarnings }),
        z.object({ message: z.literal('exist'), ...lessonWarnings }),
      ]),
    },
  },
  selectTogether: {
    summary:
      'Selects a class for several learners who want seats together; gives what was not selected before.',
    unlogged: 'A choice that binds no one.',
    refusals: [
      'learner-not-found',
      'class-not-found',
      'class-closed',
      'class-over',
      'class-full',
      'class-not-open',
      'age-outside',
      'born-missing',
      'already-enrolled',
      'seats-too-few',
    ],
    body: z.object({ classid: Id.min(1), learnerids: LearnerIds }),
    response: {
      200: z.object({
        insertedIds: z.array(z.string()),
        ...lessonWarnings,
        /** For several learners, the learner of each line. */
        clashes: z.array(Clash.extend({ learnername: z.string().optional() })).optional(),
      }),
    },
  },
  listClashes: {
    summary:
      'What each of the caller’s learners has at the times of a class, selected classes too: once for each other class, the earliest first.',
    refusals: ['class-not-found'],
    params: z.object({ classid: Id }),
    response: { 200: z.array(ClassClash) },
  },
  listSelections: {
    summary: 'The classes that the account has selected for its learners and not paid for.',
    params: ByEmail,
    response: { 200: z.array(Selection) },
  },
  browseSelections: {
    summary: 'One page of them, the newest first; with a learner, theirs.',
    refusals: ['learner-not-found'],
    params: ByEmail,
    querystring: Place.extend({ learnerid: lenient(Id) }),
    response: { 200: pageOf(Selection) },
  },
  listStandings: {
    summary:
      'The ids of the classes that the account’s learners have selected, wait for, are offered or are enrolled in.',
    params: ByEmail,
    response: { 200: z.array(z.object({ learnerid: Id, classid: Id, standing: z.enum(STANDINGS) })) },
  },
  deleteSelection: {
    summary: 'Takes a class off the selected ones.',
    unlogged: 'A choice that binds no one.',
    refusals: ['selection-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
});
