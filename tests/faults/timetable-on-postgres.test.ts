import { proveTimetable } from '#tests/support/prove-timetable.ts';

proveTimetable('postgres');
