import type { FeatureRows } from '#server/features/feature.ts';
import { deleteMailsTo } from './outbox.ts';

export const mailRows = {
  mails: {
    export: { none: 'What was written to them is in their mailbox.' },
    stillNames: { letter: 'A mail to another guardian names the child by id until it was sent.' },
    erase: (tx, { _id, email }) => deleteMailsTo(tx, { _id, email }),
    example: ({ now, id, email }) => [
      {
        ...{
          _id: id('mail'),
          kind: 'enrolled',
          ref: id('order'),
          recipient: email,
          subject: 'Hello',
          letter: null,
        },
        validuntil: null,
        workat: null,
        sentat: now,
        attempts: 1,
        lasterror: null,
        createdat: now,
      },
    ],
    recovery: {
      stays: 'What was written tells the owner what was done; links in it end with what they open.',
    },
  },
} satisfies FeatureRows;
