import { recitalPath } from '#contract/recitals/calls.ts';
import type { InZone } from '#server/database/rows/school-row.ts';
import { momentsOf } from '#server/features/lessons/index.ts';
import type { ToldLesson, ToldRecital } from './queries.ts';

/** A recital as calendars tell of it, among lessons. */
export function tellRecital(recital: ToldRecital, { timezone = 'UTC' }: InZone): ToldLesson {
  const { _id, name, day, starttime, heldminutes: minutes, deletedat, seq, changedat } = recital;
  const { room, site, street, postcode, town } = recital;
  return {
    ...{ _id, day, deletedat, seq, changedat, room, site, street, postcode, town },
    classid: '',
    classname: name,
    status: 'approved',
    teacher: null,
    planday: day,
    ...momentsOf({ day, starttime, minutes }, timezone),
    state: deletedat === null ? 'planned' : 'cancelled',
    reason: null,
    path: recital.public === 1 && deletedat === null ? recitalPath(recital) : null,
  };
}
