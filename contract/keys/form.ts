import * as z from 'zod/mini';
import { requiredLine, says } from '#contract/fields.form.ts';
import { isNetwork } from './address-range.ts';
import { KEY_ADDRESSES_MAX, KEY_NAME_MAX, KEY_SCOPES } from './calls.ts';

/** An address, or a range of them in CIDR notation (RFC 4632): `203.0.113.7`, `2001:db8::/32`. */
const AddressRange = z
  .string()
  .check(z.trim(), z.maxLength(60, says('keys.no_range')), z.refine(isNetwork, says('keys.no_range')));

/** The form of a new key. */
export const KeyDraft = z.object({
  name: requiredLine(KEY_NAME_MAX, 'common.enter_name'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .check(
      z.minLength(1, says('keys.choose_scope')),
      z.maxLength(KEY_SCOPES.length, says('common.choose_each_once')),
    ),
  /** The last day, by the school's clock, on which it opens anything: a year from today where it is left out. */
  until: z.optional(z.iso.date(says('keys.choose_until'))),
  /** From where it may be used; empty or left out: from anywhere. */
  addresses: z._default(
    z.array(AddressRange).check(z.maxLength(KEY_ADDRESSES_MAX, says('keys.too_many_ranges'))),
    [],
  ),
});
