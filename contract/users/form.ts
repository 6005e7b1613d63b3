import * as z from 'zod/mini';
import { Email, Name } from '#contract/fields.form.ts';
import { PASSWORD_MIN } from './calls.ts';

/** The specification's rules of a password; the first that fails is the refusal. */
export const Password = z
  .string()
  .check(
    z.regex(/\p{Lu}/u, { error: 'Missing Capital letter', abort: true }),
    z.regex(/[^\p{L}\p{N}]/u, { error: 'Missing Special Character', abort: true }),
    z.minLength(PASSWORD_MIN, 'Password Must be more than 6'),
  );

/** The form of the profile. */
export const Profile = z.object({ name: Name.check(z.minLength(1, 'Enter your name.')) });

const EMPTY = "Password or email can't be empty";

/** The new address of an account. */
export const AddressDraft = z.object({ newemail: Email });

/** A new password: the specification's five checks in their order, of which the first that fails is shown. */
export const NewPassword = z.pipe(
  z.object({ email: z.string(), password: z.string(), confirm: z.string() }).check(
    z.refine(({ email }) => email !== '', { error: EMPTY, path: ['email'], abort: true }),
    z.refine(({ password }) => password !== '', { error: EMPTY, path: ['password'], abort: true }),
    z.refine(({ password, confirm }) => confirm === password, {
      error: "Password Doesn't Match",
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
