import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { Day } from '#contract/lessons/schema.ts';
import { Deleted, Id, Moment } from '#contract/primitives.schema.ts';
import { daysOf } from '#contract/time/days-form.ts';
import { t } from '#languages/t.ts';
import { BUSY_DAYS_MAX, busyCalls } from './calls.ts';
import { BusyDraft } from './form.ts';

export const OwnBusy = z
  .object({
    /** The host of the address; null where none is given. The address itself is told to no caller. */
    host: z.string().nullable(),
    givenat: Moment.nullable(),
    /** When the calendar was last read well; null where that never was. */
    readat: Moment.nullable(),
    /** Why it could not be read since, in the caller's language. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'OwnBusy' });

export const BusyTime = z
  .object({ teacherid: Id, teacher: z.string(), startsat: Moment, endsat: Moment })
  .meta({ id: 'BusyTime' });

const BusyQuery = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...says('common.days_crossed') })
  .refine(({ from, to }) => daysOf({ firstday: from, lastday: to }) <= BUSY_DAYS_MAX, {
    path: ['to'],
    error: () => t('common.too_many_days', { max: BUSY_DAYS_MAX }),
  });

export const busyEndpoints = withSchemas(busyCalls, {
  readOwnBusy: {
    summary:
      'The host of the calendar that the caller gave the school, when it was last read, and why it could not be since. Nulls where none is given.',
    response: { 200: OwnBusy },
  },
  giveBusy: {
    summary:
      'Gives the school the address of the caller’s own calendar (iCalendar, RFC 5545), in place of the one before, and reads it. Kept of it is when the caller is busy, nothing else. What cannot be reached is kept with a `problem`, and tried again every 15 minutes; an address that leads to no public host is refused.',
    unlogged: 'One’s own.',
    refusals: ['calendar-not-allowed', 'session-ended', 'forbidden', 'too-many-requests'],
    body: BusyDraft,
    response: { 200: OwnBusy },
  },
  endBusy: {
    summary: 'Forgets the address of the caller’s own calendar, with all that was read of it.',
    unlogged: 'One’s own.',
    response: { 200: Deleted },
  },
  listBusy: {
    summary:
      'When teachers are busy by the calendars that they gave, from one day to another: the caller, and to the office every teacher. Titles, places and guests are never kept. From 14 days ago to 200 days ahead.',
    querystring: BusyQuery,
    response: { 200: z.array(BusyTime) },
  },
});
