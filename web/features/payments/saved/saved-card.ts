import { mandateCalls, type SavedCard } from '#contract/mandates/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(mandateCalls);

/** Whether a card can still be charged, on this day. */
export const isGood = ({ until }: Pick<SavedCard, 'until'>, today = new Date().toISOString().slice(0, 10)) =>
  until >= today;

/** The card that the next payment can be made with; none where it cannot be told. */
export async function readSavedCard(): Promise<SavedCard | undefined> {
  const known = await api.readCards().catch(() => undefined);
  return known?.cards.slice(0, 1).find((card) => isGood(card));
}

/** Says for a payment whether its card is saved. */
export const sayWhetherSaved = (clientSecret: string, save: boolean) =>
  api.saveCard({ body: { clientSecret, save } });

/** Lets the saved card pay; gives its id at the card service. */
export const takeSavedCard = async (clientSecret: string): Promise<string> =>
  (await api.takeCard({ body: { clientSecret } })).paymentMethod;
