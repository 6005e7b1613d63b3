import * as z from 'zod';
import { findFault } from '#contract/fields.form.ts';
import { CANCEL_FROM, CANCEL_HOURS_MAX, SCHOOL_NAME_MAX } from '#contract/school/calls.ts';
import { hasHundredths, isCurrency } from '#contract/school/form.ts';
import { PRICE_PATTERN } from '#contract/typed.form.ts';
import { Password } from '#contract/users/form.ts';
import { DEMO_PASSWORD } from '#server/database/seed/people.ts';
import { secret } from './secret.ts';
import { decimal, wholeNumber } from './values.ts';

/* What the school is called and charges until its own records say so, and its first admin. */

export const schoolVariables = z.object({
  SCHOOL_NAME: z
    .string()
    .trim()
    .min(1, 'SCHOOL_NAME must be what the school is called, or not be set.')
    .max(SCHOOL_NAME_MAX, `SCHOOL_NAME must have at most ${SCHOOL_NAME_MAX} characters.`)
    .optional(),
  ENROLMENT_PRICE: z
    .string()
    .refine(
      (price) => price === 'class' || PRICE_PATTERN.test(price),
      'ENROLMENT_PRICE must be an amount such as 60 or 59.50, or the word class.',
    )
    .optional(),
  CURRENCY: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, 'CURRENCY must be a three-letter code such as usd.')
    .refine(isCurrency, 'CURRENCY must be the code of a currency that people pay in, such as usd.')
    .refine(hasHundredths, 'CURRENCY must be one whose unit has a hundred parts, such as usd.')
    .optional(),
  CANCEL_UNTIL_HOURS: decimal('CANCEL_UNTIL_HOURS must be a number of hours, 0 or more.')
    .refine((hours) => hours <= CANCEL_HOURS_MAX, `CANCEL_UNTIL_HOURS must be at most ${CANCEL_HOURS_MAX}.`)
    .optional(),
  CANCEL_FROM: z.enum(CANCEL_FROM, { error: `CANCEL_FROM must be ${CANCEL_FROM.join(' or ')}.` }).optional(),
  FAMILY_HOLDS_PERCENT: wholeNumber('FAMILY_HOLDS_PERCENT must be a whole number from 1 to 100.', {
    min: 1,
    max: 100,
  }).optional(),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email({ pattern: z.regexes.html5Email, error: 'ADMIN_EMAIL must be an email address.' }))
    .optional(),
  ADMIN_PASSWORD: secret(z.string().min(6, 'ADMIN_PASSWORD must have at least 6 characters.')),
});

/** Those that are read once. */
const FIRST_VARIABLES = [
  'SCHOOL_NAME',
  'ENROLMENT_PRICE',
  'CURRENCY',
  'CANCEL_UNTIL_HOURS',
  'CANCEL_FROM',
] as const;
export type FirstVariable = (typeof FIRST_VARIABLES)[number];

const centsOf = (price: string) => (price === 'class' ? ('class' as const) : Math.round(Number(price) * 100));

type Env = z.output<typeof schoolVariables>;
type Mode = { production: boolean; hostedIdentity: boolean };

export function schoolFaults(env: Env, { production, hostedIdentity }: Mode): string[] {
  if (production && !env.ADMIN_EMAIL) return ['ADMIN_EMAIL must be set: the address of the first admin.'];
  // A hosted identity service has the admin's password.
  if (!env.ADMIN_EMAIL || hostedIdentity) return [];
  const password = env.ADMIN_PASSWORD?.reveal();
  if (!password)
    return ['ADMIN_PASSWORD must be set too: it is the password of the first admin, ADMIN_EMAIL.'];
  if (!production) return [];
  if (password === DEMO_PASSWORD) return ['ADMIN_PASSWORD must not be the one of the demo school.'];
  const fault = findFault(Password, password);
  return fault ? [`ADMIN_PASSWORD does not do: ${fault}.`] : [];
}

export function schoolConfig(env: Env, { hostedIdentity }: Pick<Mode, 'hostedIdentity'>) {
  return {
    /** What makes the school's row at the first start; from then on the row counts. */
    firstSchool: {
      name: env.SCHOOL_NAME ?? 'Cadenza',
      /** Cents of the flat fee, or `class` for the class's own price. */
      enrolmentPrice: centsOf(env.ENROLMENT_PRICE ?? '60'),
      currency: env.CURRENCY ?? 'usd',
      cancelUntilHours: env.CANCEL_UNTIL_HOURS ?? 48,
      cancelFrom: env.CANCEL_FROM ?? 'enrolling',
      /** Which of them the environment says, by their variables. */
      said: FIRST_VARIABLES.filter((name) => env[name] !== undefined),
    },
    /** The largest share of a class, in percent, that one family may hold at once. */
    familyHoldsPercent: env.FAMILY_HOLDS_PERCENT ?? 25,
    /** Without a password where a hosted identity service has it. */
    admin: env.ADMIN_EMAIL
      ? { email: env.ADMIN_EMAIL, password: hostedIdentity ? undefined : env.ADMIN_PASSWORD }
      : undefined,
  };
}
