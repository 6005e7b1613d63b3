import { calendarCalls } from '#contract/calendars/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(calendarCalls);

/** The answer as what is shown once. */
async function makeCalendar() {
  const { url } = await api.makeCalendar();
  return { secret: url };
}

/** What people change of the calendar that their own programs read. */
export const calendarChanges = {
  makeCalendar: () => attempt(makeCalendar()),
  endCalendar: () => announce(api.endCalendar(), { done: t('calendars.stopped') }),
};
