import * as z from 'zod/mini';
import { ImageUrl, requiredLine, says } from '#contract/fields.form.ts';
import { INSTRUMENT_NAME_MAX } from './calls.ts';

/** The form of an instrument. */
export const InstrumentDraft = z.object({
  name: requiredLine(INSTRUMENT_NAME_MAX, 'instruments.enter_name'),
  /** Shown with classes that have no picture of their own; empty where there is none. */
  image: z.union([z.literal(''), ImageUrl], says('common.choose_picture')),
});
