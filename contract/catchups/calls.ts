import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** Why a learner comes to a lesson of a class without a place in it: in place of a missed one, or to try it. */
export const GUEST_KINDS = ['catchup', 'trial'] as const;
export type GuestKind = (typeof GUEST_KINDS)[number];

/** What saying that a learner cannot come has earned. */
export type NotedAbsence = z.input<typeof schema.NotedAbsence>;
/** The missed lessons of a learner, and where each can be caught up. */
export type CatchUps = z.input<typeof schema.CatchUps>;
export type CatchUpLesson = CatchUps['rights'][number]['lessons'][number];

/** The longest words of a family about an absence. */
export const ABSENCE_WORDS_MAX = 300;
/** The most lessons that are offered for a missed one. */
export const CATCHUP_LESSONS_MAX = 50;

/** Each handler checks whose the learner is, and that the caller may enrol them. */
const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

/** Each takes or frees the place of a guest, and visitors read which lessons have one to be tried. */
const config = { access: everyRole, changes: ['classes'] } as const;

export const catchUpCalls = {
  noteAbsence: { method: 'POST', url: '/absences', config },
  withdrawAbsence: { method: 'DELETE', url: '/absences/:lessonid/:learnerid', config },
  listCatchUps: { method: 'GET', url: '/catchups', config: { access: everyRole } },
  bookCatchUp: { method: 'POST', url: '/catchups', config },
  giveUpCatchUp: { method: 'DELETE', url: '/catchups/:lessonid/:learnerid', config },
} as const satisfies Calls;
