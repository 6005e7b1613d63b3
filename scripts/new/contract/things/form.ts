import * as z from 'zod/mini';
import { requiredLine } from '#contract/fields.form.ts';
import { THING_NAME_MAX } from './calls.ts';

/** The form of a thing. */
export const ThingDraft = z.object({
  name: requiredLine(THING_NAME_MAX, 'common.enter_name'),
});
