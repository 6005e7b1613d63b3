import { trialCalls } from '#contract/trials/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt, type Outcome } from '#web/lib/api/change.ts';

const api = apiOf(trialCalls);

export type Wish = { learnerid: string; lessonid: string };

/** Books a trial lesson that was shown as free of charge; refused if it has a price meanwhile. */
export const book = (wish: Wish): Promise<Outcome> => attempt(api.bookTrial({ body: { ...wish, price: 0 } }));
