import type { FeatureRows } from '#server/features/feature.ts';
import { findTaught, leaveClasses } from './leave-classes.ts';

export const classRows = {
  classes: {
    columns: { instructorid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'Classes are the school’s; a teacher reads theirs at any time.' },
    findLosses: findTaught,
    erase: leaveClasses,
    example: ({ now, id, userid }) => [
      {
        _id: id('class'),
        classname: 'Zither',
        image: '/art/zither.webp',
        price: 100,
        instructorid: userid,
        availableseat: 5,
        heldseats: 0,
        enrolledstudents: 0,
        capacity: 5,
        status: 'approved',
        feedback: null,
        level: 'Beginner',
        group: 'Kids',
        description: '',
        createdat: now,
        approvedas: null,
        changedat: null,
        deletedat: null,
      },
    ],
    recovery: { stays: 'Classes are the school’s, and the log has who changed them.' },
  },
  classinstruments: {
    example: ({ id }) => [{ classid: id('class'), instrumentid: id('instrument') }],
    export: { none: 'Which instruments a class is for names no one.' },
    recovery: { stays: 'Classes are the school’s.' },
  },
} satisfies FeatureRows;
