import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** What the teacher of a lesson marks of a learner. */
export const ATTENDANCE_STATES = ['present', 'late', 'absent'] as const;
export type AttendanceState = (typeof ATTENDANCE_STATES)[number];
/** The same, and that of a learner of whom only the family said before that they cannot come. */
export const REGISTER_STATES = [...ATTENDANCE_STATES, 'notice'] as const;
export type RegisterState = (typeof REGISTER_STATES)[number];

/** Who is in a lesson, with what was marked of them. */
export type Register = z.input<typeof schema.Register>;
export type RegisterRow = Register['rows'][number];
/** A mark of one learner, as it is sent. */
export type Mark = z.input<typeof schema.Mark>;
export type MarkedRegister = z.input<typeof schema.MarkedRegister>;
/** The lessons of a day, with whether their registers were taken. */
export type RegisterDay = z.input<typeof schema.RegisterDay>;
/** What a learner attended. */
export type Attendance = z.input<typeof schema.Attendance>;

/** The longest note about a lesson for a learner's family. */
export const ATTENDANCE_NOTE_MAX = 300;
/** The most marks of one call; a device without network sends what it has in several. */
export const MARKS_MAX = 1000;
/** The most lessons that an answer about a day can be limited to, and how many of them a screen asks for at once. */
export const REGISTERS_MAX = 1000;
export const REGISTERS_SHOWN = 25;
/** The most lessons of one answer about a learner: the latest. */
export const ATTENDED_MAX = 1000;
/** How many of them a screen asks for at once. */
export const ATTENDED_SHOWN = 50;

/** The teacher of a lesson, who may be a substitute, and the class's instructor. */
const teaching = { instructor: { self: 'register' }, office: 'any', admin: 'any' } as const;

const family = { student: { self: 'learner' }, instructor: { self: 'learner' } } as const;

export const registerCalls = {
  readRegister: { method: 'GET', url: '/lessons/:id/register', config: { access: teaching } },
  markRegister: { method: 'PUT', url: '/lessons/:id/register', config: { access: teaching } },
  /** Of an instructor those that they teach or whose class is theirs. */
  listRegisters: {
    method: 'GET',
    url: '/registers',
    config: { access: { instructor: 'any', office: 'any', admin: 'any' } },
  },
  readAttendance: {
    method: 'GET',
    url: '/attendance/:id',
    config: { access: { ...family, office: 'any', admin: 'any' } },
  },
  exportAttendance: {
    method: 'GET',
    url: '/reports/attendance.csv',
    config: { access: { admin: 'any', key: 'people' } },
  },
} as const satisfies Calls;
