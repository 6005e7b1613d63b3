import * as z from 'zod/mini';
import { optionalId, requiredLine, says } from '#contract/fields.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS } from '#contract/time/days-form.ts';
import { CLOSURE_DAYS_MAX, CLOSURE_NAME_MAX } from './calls.ts';

/** The form of closing days: of a room, of an instructor, or of the whole school. */
export const ClosureDraft = z
  .object({
    name: requiredLine(CLOSURE_NAME_MAX, 'closures.enter_name'),
    ...DAYS,
    roomid: optionalId,
    teacherid: optionalId,
  })
  .check(
    areDaysInOrder(),
    areDaysWithin(CLOSURE_DAYS_MAX),
    z.refine(({ roomid, teacherid }) => roomid === null || teacherid === null, {
      path: ['teacherid'],
      ...says('closures.room_or_teacher'),
    }),
  );
