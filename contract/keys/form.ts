import * as z from 'zod/mini';
import { requiredLine } from '#contract/fields.form.ts';
import { KEY_DAYS_MAX, KEY_NAME_MAX, KEY_SCOPES } from './calls.ts';

/** The form of a new key. */
export const KeyDraft = z.object({
  name: requiredLine(KEY_NAME_MAX, 'Enter a name.'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .check(
      z.minLength(1, 'Choose at least one thing that the key may read.'),
      z.maxLength(KEY_SCOPES.length, 'Choose each once.'),
    ),
  /** The number of days after which it ends. */
  days: z._default(
    z
      .int('Enter a number of days.')
      .check(
        z.minimum(1, 'A key works for at least a day.'),
        z.maximum(KEY_DAYS_MAX, 'A key works for a year at most.'),
      ),
    KEY_DAYS_MAX,
  ),
});
