import { mergeByLesson } from '#server/database/rows/merge-by-lesson.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { deleteBilledOf } from './lesson-queries.ts';
import { forgetWho } from './run-queries.ts';

export const billingRows = {
  billingsettings: {
    example: ({ id }) => [
      {
        _id: id('billing'),
        dueafterdays: 14,
        latefee: 500,
        latefeeafterdays: 7,
        latefeesince: 0,
        taxrate: 81,
        taxnumber: 'CHE-123.456.788 MWST',
        invoicetext: 'Thank you.',
        iban: 'CH9300762011623852957',
        bic: null,
        holder: 'Reed & Bow',
        version: 1,
      },
    ],
    export: { none: 'The school’s own bank account and tax number.' },
    recovery: { stays: 'What the school’s invoices say is in the log.' },
    small: 'It is one row.',
  },
  chargelessons: {
    columns: {
      learnerid: {
        learner: { merging: mergeByLesson('chargelessons') },
        inUse: { says: 'imports.in_use_payment' },
      },
    },
    export: { none: 'What a lesson was billed at stands in the charge or the order.' },
    eraseLearner: (tx, learnerid) => deleteBilledOf(tx, learnerid),
    example: ({ now, id, learnerid, classid }) => [
      {
        lessonid: id('lesson'),
        learnerid,
        classid,
        day: '2026-09-01',
        chargeid: null,
        orderid: null,
        amount: 1200,
        createdat: now,
      },
    ],
    recovery: { stays: 'What lessons are billed is the school’s.' },
  },
  billingruns: {
    columns: { byid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own; the log has who did it.' },
    erase: (tx, { _id }) => forgetWho(tx, _id),
    example: ({ now, id, userid }) => [
      {
        _id: id('run'),
        periodfrom: '2026-09-01',
        periodto: '2026-09-30',
        classes: '[]',
        leaveout: '[]',
        of: 0,
        byid: userid,
        workat: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'The log has who billed, and an admin can reverse each charge.' },
  },
} satisfies FeatureRows;
