import * as z from 'zod';
import type { Rehearsal } from '#contract/rehearsal/calls.ts';
import { needing } from './faults.ts';
import { url, wholeNumber, withoutSlash } from './values.ts';

/* Where browsers reach the copy for rehearsals. */

const PORT = 'REHEARSAL_PORT must be a whole number from 1 to 65535.';

export const rehearsalVariables = z.object({
  REHEARSAL_URL: url('REHEARSAL_URL')
    .refine(
      // What is no address at all has been told already.
      (address) => !URL.canParse(address) || new URL(address).href === `${new URL(address).origin}/`,
      'REHEARSAL_URL must have no path, such as https://rehearsal.school.example.',
    )
    .optional(),
  REHEARSAL_PORT: wholeNumber(PORT, { min: 1, max: 65535 }).optional(),
});

type Env = z.output<typeof rehearsalVariables> & { PUBLIC_URL?: string | undefined; PORT: number };

export const rehearsalFaults = (env: Env, { production }: { production: boolean }): string[] => [
  ...needing(env, 'REHEARSAL_URL', 'REHEARSAL_PORT'),
  // What a browser keeps of a school, its sign-ins among it, belongs to an origin.
  ...(env.REHEARSAL_URL && env.PUBLIC_URL && isSameOrigin(env.REHEARSAL_URL, env.PUBLIC_URL)
    ? ['REHEARSAL_URL must be another address than PUBLIC_URL.']
    : []),
  ...(production && env.REHEARSAL_URL && !env.REHEARSAL_URL.startsWith('https://')
    ? ['REHEARSAL_URL must begin with https:// in production.']
    : []),
  ...(env.REHEARSAL_PORT !== undefined && env.REHEARSAL_PORT === env.PORT
    ? ['REHEARSAL_PORT must be another port than PORT.']
    : []),
];

const isSameOrigin = (one: string, other: string) => URL.parse(one)?.origin === URL.parse(other)?.origin;

export const rehearsalConfig = (env: z.output<typeof rehearsalVariables>) => ({
  /** Where a proxy leads browsers to the copy, and from which port; absent where they are on this machine. */
  rehearsalAt: {
    publicUrl: withoutSlash(env.REHEARSAL_URL),
    port: env.REHEARSAL_PORT ?? 0,
  },
  /** Of the copy alone, which is told of it by the school; no variable sets it. */
  rehearsal: undefined as RehearsalConfig | undefined,
});

/** What the pages of a copy are told. */
export type RehearsalConfig = {
  /** By how many milliseconds its clock is ahead of the real one now. */
  ahead: () => number;
  home: string;
  players: Rehearsal['players'];
  password: string;
};
