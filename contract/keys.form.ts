import * as z from 'zod/mini';
import { requiredLine } from './fields.form.ts';
import { KEY_NAME_MAX, KEY_SCOPES } from './keys.ts';

/** What an admin says of a new key. */
export const KeyDraft = z.object({
  name: requiredLine(KEY_NAME_MAX, 'Enter a name.'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .check(
      z.minLength(1, 'Choose at least one thing that it may read.'),
      z.maxLength(KEY_SCOPES.length, 'Choose each once.'),
    ),
});
