import type { PersonRows } from '#server/features/feature.ts';

export const webhookPersonRows: PersonRows = {
  webhooks: { ownerid: { account: { stays: 'Only accounts of students are dropped.' } } },
  webhookmessages: { userid: { account: { stays: 'What was sent to a program is as it was sent.' } } },
};
