import * as z from 'zod/mini';
import { optionalId, requiredLine } from '#contract/fields.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS } from '#contract/time/days-form.ts';
import { CLOSURE_DAYS_MAX, CLOSURE_NAME_MAX } from './calls.ts';

/** The form of closing days: of a room, of an instructor, or of the whole school. */
export const ClosureDraft = z
  .object({
    name: requiredLine(CLOSURE_NAME_MAX, 'Enter a name, such as Autumn break.'),
    ...DAYS,
    roomid: optionalId,
    teacherid: optionalId,
  })
  .check(
    areDaysInOrder(),
    areDaysWithin(CLOSURE_DAYS_MAX),
    z.refine(({ roomid, teacherid }) => roomid === null || teacherid === null, {
      path: ['teacherid'],
      error: 'Choose a room or a teacher, not both.',
    }),
  );
