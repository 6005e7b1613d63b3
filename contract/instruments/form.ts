import * as z from 'zod/mini';
import { ImageUrl, says } from '#contract/fields.form.ts';
import { InstrumentName } from '#contract/instructors/form.ts';

/** The form of an instrument. */
export const InstrumentDraft = z.object({
  name: InstrumentName,
  /** Shown with classes that have no picture of their own; empty where there is none. */
  image: z.union([z.literal(''), ImageUrl], says('common.choose_picture')),
});
