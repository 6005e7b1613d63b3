import type { ApiError } from '#contract/client.ts';
import type { ErrorCode } from '#contract/errors.ts';

const TAKEN: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'room-taken',
  'room-too-small',
  'teacher-taken',
  'learner-clash',
  'day-closed',
]);

/** Whether a time or a room was refused that another may take the place of. */
export const isTaken = (refusal: ApiError | undefined): boolean => TAKEN.has(refusal?.code);
