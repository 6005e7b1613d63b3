import type { FeatureRows } from '#server/features/feature.ts';
import { erasePersonInLog, findLinesOf, previousMerging } from './queries.ts';

export const changeRows = {
  changes: {
    columns: {
      learnerid: { learner: 'moves' },
      before: { learner: { merging: previousMerging } },
      subjectid: { account: { stays: 'The log names the account to which it was done.' } },
      actorid: { account: { stays: 'The log names the account that did it.' } },
    },
    export: async (db, family) => ({ log: await findLinesOf(db, family) }),
    erase: (tx, person) => erasePersonInLog(tx, person),
    stillNames: {
      actorid: 'Lines of the log stay, under a former member.',
      before: 'That a class has lost its teacher names an id that is no account’s any more.',
    },
    recovery: { stays: 'The log is never altered: it shows what was done.' },
  },
} satisfies FeatureRows;
