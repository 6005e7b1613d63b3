import * as z from 'zod/mini';
import { says } from '#contract/fields.form.ts';
import { isCallable } from '#contract/outside-address.form.ts';
import { t } from '#languages/t.ts';
import { BUSY_URL_MAX } from './calls.ts';

/** The address of a calendar, as calendar programs give it out: `webcal:` means https. */
export const BusyDraft = z.object({
  url: z.string().check(
    z.trim(),
    z.overwrite((url) => url.replace(/^webcals?:/i, 'https:')),
    z.maxLength(BUSY_URL_MAX, { error: () => t('busy.address_too_long', { max: BUSY_URL_MAX }) }),
    z.refine(isCallable, says('busy.enter_address')),
  ),
});
