import type { FeatureRows } from '#server/features/feature.ts';
import { erasePersonInLog, findLinesOf, previousMerging } from './queries.ts';

export const changeRows = {
  changes: {
    columns: {
      learnerid: { learner: 'moves', inUse: { goes: 'The log refers to no row.' } },
      before: { learner: { merging: previousMerging }, inUse: { goes: 'The log refers to no row.' } },
      subjectid: { account: { stays: 'The log names the account to which it was done.' } },
      actorid: { account: { stays: 'The log names the account that did it.' } },
    },
    export: async (db, family) => ({ log: await findLinesOf(db, family) }),
    erase: (tx, person) => erasePersonInLog(tx, person),
    stillNames: {
      actorid: 'Lines of the log stay, under a former member.',
      learnerid: 'Lines of the log stay, of a learner without a name.',
      subjectid: 'Lines of the log stay, of a former member.',
      before: 'That a class has lost its teacher names an id that is no account’s any more.',
    },
    example: ({ now, id, userid, learnerid, name, otherlearner }) => [
      {
        _id: id('role'),
        about: 'user',
        subjectid: userid,
        subjectname: name,
        action: 'role',
        note: null,
        before: 'student',
        after: 'instructor',
        actorid: userid,
        actorname: name,
        createdat: now,
      },
      {
        _id: id('moved'),
        about: 'payment',
        subjectid: id('order'),
        subjectname: 'Zither',
        note: null,
        action: 'place-moved',
        before: learnerid,
        after: otherlearner,
        learnerid,
        actorid: null,
        actorname: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'The log is never altered: it shows what was done.' },
  },
} satisfies FeatureRows;
