import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Deleted, Id, Inserted, Seen, SeenOnly, Updated } from '#contract/primitives.schema.ts';
import { thingCalls } from './calls.ts';
import { ThingDraft } from './form.ts';

export const Thing = z
  .object({
    _id: Id,
    name: z.string(),
    /** Rises with every change; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Thing' });

export const thingEndpoints = withSchemas(thingCalls, {
  listThings: {
    summary: 'Every thing, by name.',
    response: { 200: z.array(Thing) },
  },
  addThing: {
    summary: 'Adds a thing.',
    body: ThingDraft,
    response: { 200: Inserted },
  },
  updateThing: {
    summary: 'Changes a thing.',
    refusals: ['changed-meanwhile'],
    params: ById,
    body: z.intersection(ThingDraft, Seen),
    response: { 200: Updated },
  },
  deleteThing: {
    summary: 'Deletes a thing.',
    refusals: ['changed-meanwhile'],
    params: ById,
    body: SeenOnly,
    response: { 200: Deleted },
  },
});
