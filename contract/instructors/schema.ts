import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Id, Place, pageOf, Updated } from '#contract/primitives.schema.ts';
import { instructorCalls } from './calls.ts';
import { ProfileDraft } from './form.ts';

export const Instructor = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    photoURL: z.string().nullable(),
    /** The number of their approved classes, and of the students enrolled in them. */
    classes: z.int(),
    students: z.int(),
  })
  .meta({ id: 'Instructor' });

export const InstructorProfile = Instructor.extend({
  /** The profile as plain text, with empty lines between paragraphs; empty where none is written. */
  words: z.string(),
  instruments: z.array(z.string()),
  /** Rises with every change of the profile; 0 before the first. */
  version: z.int(),
}).meta({ id: 'InstructorProfile' });

export const instructorEndpoints = withSchemas(instructorCalls, {
  listInstructors: {
    summary: 'Every instructor, with what they teach.',
    pagedBy: instructorCalls.browseInstructors,
    response: { 200: z.array(Instructor) },
  },
  browseInstructors: {
    summary: 'One page of the instructors.',
    querystring: Place,
    response: { 200: pageOf(Instructor) },
  },
  readInstructor: {
    summary: 'One instructor, with what they wrote of themselves. Who taught before is 410.',
    refusals: ['instructor-not-found', 'instructor-left'],
    params: ById,
    response: { 200: InstructorProfile },
  },
  readOwnProfile: {
    summary: 'The caller as visitors read of them; nothing of a caller who has no page.',
    response: { 200: z.object({ profile: InstructorProfile.optional() }) },
  },
  writeProfile: {
    summary: 'Keeps what an instructor writes of themself; `version` is the one that was read.',
    unlogged: 'One’s own words; that an admin takes them away is in the log.',
    refusals: ['instructor-not-found', 'changed-meanwhile'],
    params: ById,
    body: z.object({ ...ProfileDraft.shape, version: z.int().min(0) }),
    response: { 200: Updated },
  },
  clearProfile: {
    summary: 'Takes away what an instructor wrote of themself.',
    refusals: ['instructor-not-found'],
    params: ById,
    response: { 200: Updated },
  },
});
