import * as z from 'zod';
import { ClosureDraft } from './closures.form.ts';
import { closureCalls } from './closures.ts';
import { withSchemas } from './endpoint.ts';
import { ById, Deleted, DryQuery, Id, Inserted, Updated } from './primitives.schema.ts';

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
  })
  .meta({ id: 'Closure' });

export const closureEndpoints = withSchemas(closureCalls, {
  listClosures: {
    summary: 'Every closing day of the school, its rooms and its teachers, the first day first.',
    response: { 200: z.array(Closure) },
  },
  addClosure: {
    summary: 'Closes the school, a room or a teacher’s classes on some days.',
    refusals: ['room-unknown', 'teacher-unknown'],
    querystring: DryQuery,
    body: ClosureDraft,
    response: { 200: Inserted.partial() },
  },
  updateClosure: {
    summary: 'Changes closing days.',
    refusals: ['closure-not-found', 'room-unknown', 'teacher-unknown'],
    params: ById,
    querystring: DryQuery,
    body: ClosureDraft,
    response: { 200: Updated },
  },
  deleteClosure: {
    summary: 'Opens the school on closing days again.',
    refusals: ['closure-not-found'],
    params: ById,
    querystring: DryQuery,
    response: { 200: Deleted },
  },
});
