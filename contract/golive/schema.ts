import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { GOLIVE_CODES, goLiveCalls } from './calls.ts';

export const GoLiveLine = z
  .object({
    code: z.enum(GOLIVE_CODES),
    done: z.boolean(),
    /** What is missing and who can provide it, or what is in place. */
    sentence: z.string(),
  })
  .meta({ id: 'GoLiveLine' });

export const goLiveEndpoints = withSchemas(goLiveCalls, {
  readGoLive: {
    summary: 'What still keeps the school from opening; each line is looked at anew.',
    response: { 200: z.array(GoLiveLine) },
  },
  putGoLiveAway: {
    summary:
      'Puts away the lines that are still to do, as an admin does who opens the school without them; gives how many.',
    unlogged: 'Changes no record of anyone; the dashboard no longer tells of them.',
    response: { 200: z.object({ putAway: z.int() }) },
  },
  sendTestMail: {
    summary: 'Sends the caller a mail at once, past the queue, and says what the mail server said.',
    unlogged: 'Changes no record; the page of what is left to do shows it.',
    response: { 200: z.object({ done: z.boolean(), sentence: z.string() }) },
  },
});
