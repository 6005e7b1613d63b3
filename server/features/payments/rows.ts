import type { FeatureRows } from '#server/features/feature.ts';

export const paymentRows = {
  webhookevents: {
    example: ({ now, id }) => [
      { _id: id('event'), type: 'payment_intent.succeeded', intentid: null, receivedat: now, workat: null },
    ],
    recovery: { stays: 'The card provider’s words.' },
  },
} satisfies FeatureRows;
