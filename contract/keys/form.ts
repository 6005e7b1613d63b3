import * as z from 'zod/mini';
import { requiredLine, says } from '#contract/fields.form.ts';
import { KEY_DAYS_MAX, KEY_NAME_MAX, KEY_SCOPES } from './calls.ts';

/** The form of a new key. */
export const KeyDraft = z.object({
  name: requiredLine(KEY_NAME_MAX, 'common.enter_name'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .check(
      z.minLength(1, says('keys.choose_scope')),
      z.maxLength(KEY_SCOPES.length, says('common.choose_each_once')),
    ),
  /** The number of days after which it ends. */
  days: z._default(
    z
      .int(says('keys.enter_days'))
      .check(z.minimum(1, says('keys.at_least_a_day')), z.maximum(KEY_DAYS_MAX, says('keys.at_most_a_year'))),
    KEY_DAYS_MAX,
  ),
});
