import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { say } from '#server/jobs/letter.ts';
import { findSaved, forgetCards, type MandateRow } from './queries.ts';

const setUpOf = ({ _id, last4, consentedat }: MandateRow): SetUp => ({
  kind: 'card',
  id: _id,
  title: say('mandates.card_ending', { last4: last4 ?? '' }),
  detail: null,
  createdat: consentedat,
});

/** Cards that families have saved. */
export const mandateRows = {
  mandates: {
    columns: {
      userid: {
        account: { stays: 'A card and the consent to it are a person’s own: no other account pays with it.' },
      },
    },
    export: async (db, { _id }) => {
      const cards = await findSaved(db, _id);
      return cards.length === 0
        ? {}
        : {
            cards: cards.map(({ last4, until, words, consentedat }) => ({
              last4,
              until,
              words,
              consentedat,
            })),
          };
    },
    erase: async (tx, { _id }, { now }) => void (await forgetCards(tx, _id, now)),
    example: ({ now, id, userid }) => [
      {
        _id: id('mandate'),
        userid,
        state: 'saved' as const,
        customerid: id('customer'),
        methodid: id('method'),
        last4: '4242',
        until: '2034-12-31',
        intentid: null,
        words: 'Save this card for later payments.',
        consentedat: now,
        workat: null,
        createdat: now,
      },
    ],
    recovery: {
      // A stranger may have saved the card, or used that of the owner.
      ends: async (tx, { userid, now }) =>
        (await forgetCards(tx, userid, now)).filter(({ state }) => state === 'saved').map(setUpOf),
    },
  },
} satisfies FeatureRows;
