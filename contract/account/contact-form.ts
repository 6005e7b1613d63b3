import * as z from 'zod/mini';
import { line, Name, says } from '#contract/fields.form.ts';
import { PHONE_MAX } from '#contract/school/calls.ts';

/** A telephone number; null where it is left empty. */
export const Phone = z.pipe(
  line(PHONE_MAX).check(
    z.refine((typed) => typed === '' || /\d(?:\D*\d){4}/.test(typed), {
      ...says('account.enter_phone'),
    }),
  ),
  z.transform((typed: string) => typed || null),
);

/** How the school reaches the account's owner, and the emergency contact; each may be left empty. */
export const ContactDraft = z
  .object({
    phone: Phone,
    emergencyname: z.pipe(
      Name,
      z.transform((typed: string) => typed || null),
    ),
    emergencyphone: Phone,
  })
  .check(
    z.refine(({ emergencyname, emergencyphone }) => emergencyname === null || emergencyphone !== null, {
      ...says('account.enter_emergency_phone'),
      path: ['emergencyphone'],
    }),
  );
