import * as z from 'zod';

export const ClientConfig = z.object({
  schoolName: z.string(),
  /** The school's own address, without a slash at its end. */
  origin: z.string(),
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: z.string(),
  /** A flat fee in currency units, or `class`: the class's own price. */
  enrolmentPrice: z.union([z.number(), z.literal('class')]),
  /** How long after enrolling a student may cancel; 0 for never. */
  cancelUntilHours: z.number(),
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
