import { type PlainId, t } from '#languages/t.ts';

/*
 * Why lessons are cancelled or changed, as far as the school itself writes it. A row keeps the sentence, in
 * English for good.
 */

/** The school takes the class off. */
export const CLASS_NOT_OFFERED = 'The class is no longer offered.';
/** No other reason was given why a teacher does not come; closing days are called so, too. */
export const TEACHER_AWAY = 'The teacher is away';
/** The same of a room. */
export const ROOM_AWAY = 'The room cannot be used';

export const LESSON_REASONS = [
  [CLASS_NOT_OFFERED, 'orders.class_not_offered'],
  [TEACHER_AWAY, 'away.teacher_is_away'],
  [ROOM_AWAY, 'away.room_not_usable'],
] as const satisfies readonly (readonly [kept: string, id: PlainId])[];

const IDS: ReadonlyMap<string, (typeof LESSON_REASONS)[number][1]> = new Map(LESSON_REASONS);

/** The reason that a lesson keeps, in the language of now; what a person wrote stays as it is. */
export function lessonReasonWords(reason: string): string {
  const id = IDS.get(reason);
  return id ? t(id) : reason;
}
