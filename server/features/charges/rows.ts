import { isUnprovedImport } from '#server/auth/queries.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { exportCharges } from './export-charges.ts';
import { chargeMerging } from './merge-charges.ts';

/** What families are charged; the books keep every row. */
export const chargeRows = {
  charges: {
    columns: {
      userid: { account: { merging: chargeMerging('userid') }, inUse: { says: 'imports.in_use_payment' } },
      learnerid: {
        learner: { merging: chargeMerging('learnerid') },
        inUse: { says: 'imports.in_use_payment' },
      },
      byid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    export: async (db, { _id }) => ({
      charges: (await isUnprovedImport(db, { _id })) ? [] : await exportCharges(db, _id),
    }),
    keepBooks: async (tx, { from, to }) => {
      await tx.updateTable('charges').set({ userid: to }).where('userid', '=', from).execute();
    },
    stillNames: { learnerid: 'What was charged stays in the books, of that learner.' },
    example: ({ now, id, userid, learnerid, childid, classid }) =>
      [
        { _id: id('charge-of-own'), learnerid },
        { _id: id('charge-of-child'), learnerid: childid },
      ].map((charge) => ({
        ...charge,
        userid,
        classid,
        kind: 'fee' as const,
        label: 'Exam in March',
        amount: 2500,
        currency: 'usd',
        day: '2026-09-01',
        key: charge._id,
        byid: userid,
        createdat: now,
      })),
    recovery: { stays: 'The books keep every charge; the family sees it, and an admin reverses it.' },
  },
} satisfies FeatureRows;
