import { isPartOfWhole } from '#server/database/transact.ts';
import { AppError } from '#server/http/errors.ts';
import type { CardPayments } from './card-payments.ts';

/** How long a person is kept waiting for one answer of the card provider. */
export const PERSON_WAITS_MS = 5000;

/**
 * The card provider for calls that a person waits for: each answer comes within `ms`, or
 * `provider-unavailable` is thrown. The call itself goes on; being repeatable, it is found by the next try or
 * by the workers. Within a transaction of several calls it is asked nothing, and that is thrown at once.
 */
export function withDeadline(cards: CardPayments, ms = PERSON_WAITS_MS): CardPayments {
  const soon =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A) => {
      // What the card service does is not rolled back, and others wait meanwhile: the workers ask it.
      if (isPartOfWhole()) throw new AppError('provider-unavailable');
      return within(call(...args), ms);
    };
  const paged = <A extends unknown[], T>(list: (...args: A) => AsyncIterable<T>) =>
    async function* (...args: A) {
      const items = list(...args)[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await within(items.next(), ms);
        if (done) return;
        yield value;
      }
    };
  return {
    createIntent: soon(cards.createIntent),
    createSetup: soon(cards.createSetup),
    readIntent: soon(cards.readIntent),
    createCustomer: soon(cards.createCustomer),
    nameCustomer: soon(cards.nameCustomer),
    confirmSaved: soon(cards.confirmSaved),
    keepOnlyCard: soon(cards.keepOnlyCard),
    deleteCustomer: soon(cards.deleteCustomer),
    cancelIntent: soon(cards.cancelIntent),
    refund: soon(cards.refund),
    listRefunds: soon(cards.listRefunds),
    listDisputes: soon(cards.listDisputes),
    listIntents: paged(cards.listIntents),
    listEvents: paged(cards.listEvents),
    readEvent: cards.readEvent,
  };
}

async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('provider-unavailable')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
