import type { FeatureRows } from '#server/features/feature.ts';
import { deleteSignIns, findOpenSignIns, markCurrent } from './sign-ins.ts';

export const authRows = {
  signins: {
    columns: {
      userid: { account: { stays: 'The merge ends them: the account that is dropped is signed out.' } },
    },
    export: async (db, { _id, signinid }) => ({
      sessions: markCurrent(await findOpenSignIns(db, _id), signinid),
    }),
    erase: (tx, { _id }) => deleteSignIns(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('sign-in'),
        userid,
        authtime: now,
        useragent: 'Browser',
        createdat: now,
        seenat: now,
        endedat: null,
      },
    ],
    recovery: { stays: 'Their tokens end at the identity service, or with “sign out everywhere” here.' },
  },
} satisfies FeatureRows;
