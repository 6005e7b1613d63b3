import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Deleted, Id, Inserted, Seen, SeenOnly, Updated } from '#contract/primitives.schema.ts';
import { instrumentCalls } from './calls.ts';
import { InstrumentDraft } from './form.ts';
import { instrumentOfficeCalls } from './office-calls.ts';

export const Instrument = z
  .object({
    _id: Id,
    name: z.string(),
    /** Empty where there is none. */
    image: z.string(),
    /** Rises with every change; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Instrument' });

export const instrumentEndpoints = withSchemas(
  { ...instrumentCalls, ...instrumentOfficeCalls },
  {
    listInstruments: {
      summary: 'The instruments that the school teaches, by name.',
      response: { 200: z.array(Instrument) },
    },
    addInstrument: {
      summary: 'Adds an instrument.',
      refusals: ['instrument-name-taken'],
      body: InstrumentDraft,
      response: { 200: Inserted },
    },
    updateInstrument: {
      summary: 'Changes an instrument. Classes that were given its picture keep it.',
      refusals: ['instrument-not-found', 'changed-meanwhile', 'instrument-name-taken'],
      params: ById,
      body: z.intersection(InstrumentDraft, Seen),
      response: { 200: Updated },
    },
    deleteInstrument: {
      summary: 'Deletes an instrument, also from the classes that name it.',
      refusals: ['instrument-not-found', 'changed-meanwhile'],
      params: ById,
      body: SeenOnly,
      response: { 200: Deleted },
    },
  },
);
