import { attempt, type Outcome } from '#web/lib/api/change.ts';
import type { Wish } from './book.ts';

/** How a trial lesson that costs nothing is booked; visitors never load it. */
export const bookingChanges = {
  async bookTrial(wish: Wish): Promise<Outcome> {
    const script = await attempt(import('./book.ts'));
    return script.isDone ? script.answer.book(wish) : script;
  },
};
