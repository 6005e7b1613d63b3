import * as z from 'zod';
import { SchoolProfile } from '#contract/school/schema.ts';

export const ClientConfig = z.object({
  /** The school's own address, without a slash at its end. */
  origin: z.string(),
  /** True for the demo school, whose facts beside its records are invented, too. */
  isDemo: z.boolean(),
  /** Only where browsers are to keep nothing for the time without a network, and to remove what they kept. */
  isWorkerOff: z.literal(true).optional(),
  /** Only in the copy for rehearsals, which no browser opens without its key. */
  rehearsal: z
    .object({
      /** By how many milliseconds its clock is ahead. */
      ahead: z.int(),
      /** The page of the school that it is a copy of. */
      home: z.string(),
      /** Its invented people, who all sign in by this password. */
      players: z.array(
        z.object({ role: z.enum(['admin', 'instructor', 'student']), name: z.string(), email: z.string() }),
      ),
      password: z.string(),
    })
    .optional(),
  school: SchoolProfile.extend({
    /** UTC where the school has none. */
    timezone: z.string(),
    /** English with the country's dates and sums, such as `en-IE`; absent where no country is known. */
    locale: z.string().optional(),
  }),
  identity: z.object({
    apiKey: z.string(),
    projectId: z.string(),
    authDomain: z.string().optional(),
    /** The prefix of `/identitytoolkit.googleapis.com/…`; absent where the hosted service is used. */
    baseUrl: z.string().optional(),
    /** Providers of social sign-in on the login page. */
    providers: z.array(z.enum(['google.com', 'github.com'])),
  }),
  /** `baseUrl` is the prefix of `/v1/…`; absent where Stripe itself is used. */
  cards: z.object({ publishableKey: z.string(), baseUrl: z.string().optional() }),
  /** Ready to POST to, key included. */
  images: z.object({ uploadUrl: z.string() }),
});
