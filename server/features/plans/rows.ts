import type { FeatureRows } from '#server/features/feature.ts';

export const planRows = {
  plans: {
    columns: { teacherid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Plans are the school’s; a teacher reads theirs at any time.' },
    example: ({ id, userid, classid }) => [
      {
        _id: id('plan'),
        classid,
        weekday: 2,
        starttime: '16:00',
        minutes: 40,
        everyweeks: 1,
        firstday: '2027-01-01',
        lastday: '2027-03-01',
        roomid: null,
        teacherid: userid,
      },
    ],
    recovery: { stays: 'Plans are the school’s, and the log has who changed them.' },
  },
} satisfies FeatureRows;
