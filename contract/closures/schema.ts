import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Clash, Day } from '#contract/lessons/schema.ts';
import {
  ById,
  Deleted,
  DryQuery,
  Id,
  Inserted,
  Seen,
  SeenOnly,
  Updated,
} from '#contract/primitives.schema.ts';
import { closureCalls } from './calls.ts';
import { ClosureDraft } from './form.ts';

export const Closure = z
  .object({
    _id: Id,
    name: z.string(),
    firstday: z.string(),
    lastday: z.string(),
    roomid: Id.nullable(),
    room: z.string().nullable(),
    teacherid: Id.nullable(),
    instructorname: z.string().nullable(),
    /** Rises with every change; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Closure' });

/** The number of lessons, and the days and classes: the first `CLASSES_NAMED_MAX` by name. */
const LessonsOfClasses = z.object({
  lessons: z.int(),
  classes: z.array(z.object({ classid: Id, classname: z.string(), days: z.array(Day) })),
});

/** The effect on lessons that have not begun. */
export const ClosureOutcome = z
  .object({
    cancelled: LessonsOfClasses,
    /** Lessons that were closed out and are held again. */
    planned: LessonsOfClasses,
    /** Why other closed-out lessons cannot be held again: at most `CLASHES_MAX` reasons. */
    clashes: z.array(Clash),
  })
  .meta({ id: 'ClosureOutcome' });

export const closureEndpoints = withSchemas(closureCalls, {
  listClosures: {
    summary: 'Every closing day of the school, its rooms and its teachers, the first day first.',
    response: { 200: z.array(Closure) },
  },
  addClosure: {
    summary:
      'Closes the school, a room or a teacher’s classes on some days. Lessons of these days that have not begun are cancelled, and people told.',
    refusals: ['room-unknown', 'teacher-unknown'],
    querystring: DryQuery,
    body: ClosureDraft,
    response: { 200: ClosureOutcome.extend(Inserted.partial().shape) },
  },
  updateClosure: {
    summary:
      'Changes closing days. Lessons that are closed out now are cancelled; those that no longer are are planned again where nothing stands in their way.',
    refusals: ['closure-not-found', 'changed-meanwhile', 'room-unknown', 'teacher-unknown'],
    params: ById,
    querystring: DryQuery,
    body: z.intersection(ClosureDraft, Seen),
    response: { 200: ClosureOutcome.extend(Updated.shape) },
  },
  deleteClosure: {
    summary:
      'Takes closing days away. Lessons that they closed out are planned again where nothing stands in their way.',
    refusals: ['closure-not-found', 'changed-meanwhile'],
    params: ById,
    querystring: DryQuery,
    body: SeenOnly,
    response: { 200: ClosureOutcome.extend(Deleted.shape) },
  },
});
