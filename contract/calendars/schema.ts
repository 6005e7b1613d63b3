import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, CalendarFile, Deleted, Id, Moment } from '#contract/primitives.schema.ts';
import { calendarCalls } from './calls.ts';

/** Whether the account's lessons have a calendar address, and since when. */
export const OwnCalendar = z.object({ createdat: Moment.nullable() }).meta({ id: 'OwnCalendar' });

export const calendarEndpoints = withSchemas(calendarCalls, {
  readCalendar: {
    summary:
      'The lessons of an account and of all its learners, and those that it teaches, as iCalendar (RFC 5545).',
    refusals: ['calendar-not-found'],
    params: z.object({ token: Id }),
    response: { 200: CalendarFile },
  },
  readClassCalendar: {
    summary: 'The lessons of an approved class, as iCalendar (RFC 5545).',
    refusals: ['class-not-found'],
    params: ById,
    response: { 200: CalendarFile },
  },
  readRecitalCalendar: {
    summary: 'The evening of a public recital, as iCalendar (RFC 5545).',
    refusals: ['recital-not-found'],
    params: ById,
    response: { 200: CalendarFile },
  },
  readOwnCalendar: {
    summary: 'Since when the caller’s calendar has the address that works now; null where it has none.',
    response: { 200: OwnCalendar },
  },
  makeCalendar: {
    summary:
      'Gives the caller’s calendar an address, which this answer alone carries; the one before no longer works.',
    unlogged: 'One’s own.',
    refusals: ['session-ended'],
    response: { 200: z.object({ url: z.string() }) },
  },
  endCalendar: {
    summary: 'Takes the address of the caller’s calendar away: from the next request on it opens nothing.',
    unlogged: 'One’s own.',
    response: { 200: Deleted },
  },
});
