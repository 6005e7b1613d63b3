import * as z from 'zod';
import { MusicClass } from '#contract/classes/answers.schema.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, CsvFile, CsvHeadings, HEADED, Id, Moment, Place } from '#contract/primitives.schema.ts';
import { rosterCalls } from './calls.ts';

export const Roster = z
  .object({
    class: MusicClass,
    /** By name. */
    students: z.array(
      z.object({
        _id: Id,
        name: z.string(),
        email: z.string().nullable(),
        photoURL: z.string().nullable(),
        date: Moment,
        /** In years, such as `8 to 9`; absent without a date of birth. */
        agegroup: z.string().optional(),
        /** The payer of a child, whose address it is; absent for a learner with an own account. */
        guardian: z.string().optional(),
        /** The note for teachers; absent where there is none. */
        note: z.string().optional(),
        /** The family’s telephone, for the office alone and never for an API key; absent without one. */
        phone: z.string().optional(),
        /**
         * Emergency contact, if the family entered one: shown to the teacher of a lesson of the class on this
         * day, and to admins that day, but never to an API key.
         */
        emergency: z.object({ name: z.string().nullable(), phone: z.string() }).optional(),
      }),
    ),
    previous: z.string().nullable(),
    next: z.string().nullable(),
    /** The number of all students. */
    total: z.int(),
  })
  .meta({ id: 'Roster' });

export const rosterEndpoints = withSchemas(rosterCalls, {
  readRoster: {
    summary:
      'One page of the students of a class, by name: of a child an age group, a guardian to write to and the note, and nothing more.',
    refusals: ['class-not-found'],
    params: ById,
    querystring: Place,
    response: { 200: Roster },
  },
  exportRoster: {
    summary: `Every student of a class, as a file of comma-separated values. ${HEADED}`,
    refusals: ['class-not-found'],
    params: ById,
    querystring: CsvHeadings,
    response: { 200: CsvFile },
  },
});
