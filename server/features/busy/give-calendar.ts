import { lockUser, type SignedIn } from '#server/auth/queries.ts';
import { transact } from '#server/database/transact.ts';
import { isOpen } from '#server/features/calendars/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { isNotPublic, mayBeGiven } from '#server/services/outside/call-outside.ts';
import { keepProblem } from '#server/services/outside/problems.ts';
import { type BusyCalendarRow, findBusyCalendar, replaceTimes, saveBusyCalendar } from './queries.ts';
import { type BusyOptions, EVERY_MS, readCalendar } from './read-calendar.ts';

/**
 * Reads the calendar at an address and keeps the address as the caller's, in place of the one before. One that
 * cannot be read is kept with its problem; where it is the one of before, what was read of it stays. Throws
 * `calendar-not-allowed` for an address that leads to no public host, `session-ended`, and `forbidden` where
 * the caller may not teach any more.
 */
export async function giveCalendar(
  options: BusyOptions,
  { url: given, actor }: { url: string; actor: Pick<SignedIn, '_id' | 'signinid'> },
): Promise<BusyCalendarRow> {
  const { db, now } = options;
  const url = new URL(given);
  ensure(mayBeGiven(url, options), 'calendar-not-allowed');
  const outcome = await readCalendar(options, url.href);
  if ('problem' in outcome && isNotPublic(outcome.problem)) throw new AppError('calendar-not-allowed');
  return transact(db, async (tx) => {
    // A caller who is signed out everywhere at this moment was so before, or loses this address too.
    const user = await lockUser(tx, actor._id);
    ensure(user && (await isOpen(tx, actor.signinid)), 'session-ended');
    ensure(user.role !== 'student', 'forbidden');
    const before = await findBusyCalendar(tx, user._id);
    const known = before?.url === url.href ? before : undefined;
    const isRead = 'times' in outcome;
    const calendar: BusyCalendarRow = {
      userid: user._id,
      url: url.href,
      givenat: known?.givenat ?? now(),
      readat: isRead ? now() : (known?.readat ?? null),
      problem: isRead ? null : keepProblem(outcome.problem),
      workat: now() + EVERY_MS,
      lease: null,
    };
    await saveBusyCalendar(tx, calendar);
    if (isRead || !known) await replaceTimes(tx, user._id, isRead ? outcome.times : []);
    return calendar;
  });
}
