import type { FeatureRows } from '#server/features/feature.ts';
import { deleteUnsentMails } from '#server/jobs/outbox.ts';
import { deleteRecipient, findUnsentOf, forgetSender, KIND } from './queries.ts';

export const circularRows = {
  circulars: {
    columns: { byid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own; the log has who did it.' },
    erase: (tx, { _id }) => forgetSender(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('circular'),
        byid: userid,
        aim: 'owing',
        aimid: null,
        aimname: null,
        subject: 'The concert',
        text: 'It begins at **six**.',
        key: null,
        families: 1,
        unreached: 0,
        createdat: now,
      },
    ],
    recovery: {
      /** What has not gone out yet of what a stranger may have written. */
      async ends(tx, { userid }) {
        const unsent = await findUnsentOf(tx, userid);
        for (const { _id: ref } of unsent) await deleteUnsentMails(tx, { kind: KIND, ref });
        return unsent.map(({ _id: id, subject: title, createdat }) => ({
          kind: 'message',
          id,
          title,
          detail: null,
          createdat,
        }));
      },
    },
  },
  circularrecipients: {
    columns: { userid: { account: 'moves' } },
    export: { none: 'What was written to them is in their mailbox.' },
    erase: (tx, { _id }) => deleteRecipient(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('recipient'),
        circularid: id('circular'),
        userid,
        mailid: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'They say who was written to.' },
  },
} satisfies FeatureRows;
