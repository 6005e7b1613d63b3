import * as z from 'zod/mini';
import { optionalId, requiredLine, says } from '#contract/fields.form.ts';
import { SumAboveZero } from '#contract/numbers.form.ts';
import { CHARGE_KINDS, CHARGE_LABEL_MAX } from './calls.ts';

/** What an admin charges a family, or takes off what it owes: a sum without a sign. */
export const ChargeDraft = z.object({
  kind: z.enum(CHARGE_KINDS, says('charges.choose_kind')),
  label: requiredLine(CHARGE_LABEL_MAX, 'charges.say_what_for'),
  amount: SumAboveZero,
  day: z.iso.date(says('common.choose_day')),
  learnerid: optionalId,
  classid: optionalId,
});
