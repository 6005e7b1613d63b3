import type { FeatureRows } from '#server/features/feature.ts';
import { deleteMailsTo } from './outbox.ts';

export const mailRows = {
  mails: {
    export: { none: 'What was written to them is in their mailbox.' },
    erase: (tx, { _id, email }) => deleteMailsTo(tx, { _id, email }),
    recovery: {
      stays: 'What was written tells the owner what was done; links in it end with what they open.',
    },
  },
} satisfies FeatureRows;
