import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Deleted, Id, Moment, Updated } from '#contract/primitives.schema.ts';
import { mandateCalls } from './calls.ts';

/** What the account consented to when it saved the card, as it read it, and when. */
const Consent = { words: z.string(), consentedat: Moment };

/** A saved card as its holder sees it. */
export const SavedCard = z.object({
  _id: Id,
  last4: z.string(),
  /** Its last day. */
  until: z.iso.date(),
  ...Consent,
});

export const SavedCards = z.object({ cards: z.array(SavedCard) }).meta({ id: 'SavedCards' });

/** As the payment’s intent has it: who shows it has opened the payment. */
const clientSecret = Id.min(1);

const UNPAID = ['payment-not-found', 'payment-expired', 'payment-refused', 'provider-unavailable'] as const;

export const mandateEndpoints = withSchemas(mandateCalls, {
  readCards: {
    summary: 'The caller’s saved cards, with the consent to each; the newest first.',
    response: { 200: SavedCards },
  },
  saveCard: {
    summary:
      'Says whether the card that pays one of the caller’s open payments is saved, which is the consent to it. It replaces the one before once the payment has succeeded.',
    unlogged: 'One’s own.',
    refusals: UNPAID,
    body: z.strictObject({ clientSecret, save: z.boolean() }),
    response: { 200: Updated },
  },
  takeCard: {
    summary:
      'Gives the caller’s newest saved card to one of their open payments; gives its id, with which the browser confirms the payment.',
    unlogged: 'One’s own.',
    refusals: ['card-not-found', ...UNPAID],
    body: z.strictObject({ clientSecret }),
    response: { 200: z.object({ paymentMethod: z.string() }) },
  },
  forgetCards: {
    summary:
      'Forgets the caller’s saved cards, at the card service, too; not while instalments are to be taken from one.',
    unlogged: 'One’s own.',
    refusals: ['instalments-running'],
    response: { 200: Deleted },
  },
});
