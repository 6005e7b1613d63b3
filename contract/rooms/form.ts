import * as z from 'zod/mini';
import { IdOrNone, requiredLine } from '#contract/fields.form.ts';
import { wholeNumber } from '#contract/numbers.form.ts';
import { PLACES_MAX, ROOM_NAME_MAX } from './calls.ts';

/** The form of a room. */
export const RoomDraft = z.object({
  name: requiredLine(ROOM_NAME_MAX, 'rooms.enter_name'),
  places: wholeNumber(1, PLACES_MAX),
  /** The building that it is in; where it is left out, a room stays in its own. */
  siteid: z.optional(IdOrNone),
});
