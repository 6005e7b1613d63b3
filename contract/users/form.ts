import * as z from 'zod/mini';
import { Email, Name, says } from '#contract/fields.form.ts';
import { PASSWORD_MIN } from './calls.ts';

/** The specification's rules of a password; the first that fails is the refusal. */
export const Password = z
  .string()
  .check(
    z.regex(/\p{Lu}/u, { ...says('users.missing_capital'), abort: true }),
    z.regex(/[^\p{L}\p{N}]/u, { ...says('users.missing_special'), abort: true }),
    z.minLength(PASSWORD_MIN, says('users.password_too_short')),
  );

/** The form of the profile. */
export const Profile = z.object({ name: Name.check(z.minLength(1, says('users.enter_your_name'))) });

const EMPTY = says('users.email_or_password_empty');

/** The new address of an account. */
export const AddressDraft = z.object({ newemail: Email });

/** A new password: the specification's five checks in their order, of which the first that fails is shown. */
export const NewPassword = z.pipe(
  z.object({ email: z.string(), password: z.string(), confirm: z.string() }).check(
    z.refine(({ email }) => email !== '', { ...EMPTY, path: ['email'], abort: true }),
    z.refine(({ password }) => password !== '', { ...EMPTY, path: ['password'], abort: true }),
    z.refine(({ password, confirm }) => confirm === password, {
      ...says('users.passwords_differ'),
      path: ['confirm'],
    }),
  ),
  z.object({ email: z.string(), password: Password, confirm: z.string() }),
);

/** The fields of a new account; the name is checked once the five password checks have passed. */
export const Registration = z.pipe(
  z.intersection(z.object({ name: z.string() }), NewPassword),
  z.object({ ...Profile.shape, email: z.string(), password: z.string(), confirm: z.string() }),
);
