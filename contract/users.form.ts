import * as z from 'zod/mini';
import { Name } from './fields.form.ts';
import { PASSWORD_MIN } from './users.ts';

/** What the spec asks of a password itself; the first check that fails is the sentence. */
export const Password = z
  .string()
  .check(
    z.regex(/\p{Lu}/u, { error: 'Missing Capital letter', abort: true }),
    z.regex(/[^\p{L}\p{N}]/u, { error: 'Missing Special Character', abort: true }),
    z.minLength(PASSWORD_MIN, 'Password Must be more than 6'),
  );

/** What people change of their own profile. */
export const Profile = z.object({ name: Name.check(z.minLength(1, 'Enter your name.')) });

/** A password that somebody chooses: the spec's five registration checks in their order, of which the first that fails is said. */
export const NewPassword = z.pipe(
  z.object({ email: z.string(), password: z.string(), confirm: z.string() }).check(
    z.refine(({ email, password }) => email !== '' && password !== '', {
      error: "Password or email can't be empty",
      abort: true,
    }),
    z.refine(({ password, confirm }) => confirm === password, "Password Doesn't Match"),
  ),
  z.object({ email: z.string(), password: Password, confirm: z.string() }),
);
