import * as z from 'zod/mini';
import { line, requiredLine, text } from '#contract/fields.form.ts';
import { ADDRESS_LINE_MAX, POSTCODE_MAX } from '#contract/school/calls.ts';
import { DIRECTIONS_MAX, SITE_NAME_MAX } from './calls.ts';

const orEmpty = (field: z.ZodMiniType<string, string>) => z._default(field, '');

/** The form of a building. */
export const SiteDraft = z.object({
  name: requiredLine(SITE_NAME_MAX, 'sites.enter_name'),
  street: orEmpty(line(ADDRESS_LINE_MAX)),
  postcode: orEmpty(line(POSTCODE_MAX)),
  town: orEmpty(line(ADDRESS_LINE_MAX)),
  /** How to get there, in the words of the school. */
  directions: orEmpty(text(DIRECTIONS_MAX)),
});
