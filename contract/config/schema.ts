import * as z from 'zod';
import { SchoolProfile } from '#contract/school/schema.ts';

export const ClientConfig = z.object({
  /** The school's own address, without a slash at its end. */
  origin: z.string(),
  /** The school with the demo's people: what its pages say beside its records is an invention, too. */
  isDemo: z.boolean(),
  school: SchoolProfile.extend({
    /** UTC where the school says none. */
    timezone: z.string(),
    /** English as its country writes dates and money, such as `en-IE`; absent where no country is known. */
    locale: z.string().optional(),
  }),
  identity: z.object({
    apiKey: z.string(),
    projectId: z.string(),
    authDomain: z.string().optional(),
    /** What stands before `/identitytoolkit.googleapis.com/…`; absent where the hosted service is used. */
    baseUrl: z.string().optional(),
    /** Social sign-in the login page offers. */
    providers: z.array(z.enum(['google.com', 'github.com'])),
  }),
  /** `baseUrl` is what stands before `/v1/…`; absent where Stripe itself is used. */
  cards: z.object({ publishableKey: z.string(), baseUrl: z.string().optional() }),
  /** Ready to POST to, key included. */
  images: z.object({ uploadUrl: z.string() }),
});
