import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** An instrument that the school teaches. */
export type Instrument = z.input<typeof schema.Instrument>;
export type InstrumentDraft = z.input<typeof form.InstrumentDraft>;

/** The most instruments of one class. */
export const INSTRUMENTS_MAX = 12;

export const instrumentCalls = {
  listInstruments: { method: 'GET', url: '/instruments', config: { access: 'everyone', shows: 'classes' } },
} as const satisfies Calls;
