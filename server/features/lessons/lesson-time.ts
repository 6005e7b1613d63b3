const MINUTE_MS = 60_000;
/** Between these times on the school's clocks lessons are offered, as a rule by quarters of an hour. */
const [FROM, UNTIL] = [8 * 60, 21 * 60];
export const QUARTER = 15;

/** When something is held, on the clocks of a zone. */
export type LessonTime = { day: string; starttime: string; minutes: number };

/**
 * From when to when that is, in epoch milliseconds, as Temporal's `compatible` has it; `zone` is an IANA
 * name.
 */
export function momentsOf({ day, starttime, minutes }: LessonTime, zone: string) {
  const plainTime = Temporal.PlainTime.from(starttime);
  const startsat = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone: zone,
    plainTime,
  }).epochMilliseconds;
  return { startsat, endsat: startsat + minutes * MINUTE_MS };
}

/** The other way round: what clocks show of a lesson. */
export function timeOf({ startsat, endsat }: { startsat: number; endsat: number }, zone: string): LessonTime {
  const from = Temporal.Instant.fromEpochMilliseconds(startsat).toZonedDateTimeISO(zone);
  return {
    day: from.toPlainDate().toString(),
    starttime: from.toPlainTime().toString({ smallestUnit: 'minute' }),
    minutes: Math.round((endsat - startsat) / MINUTE_MS),
  };
}

/** Other times of a day at which a lesson of so many minutes could begin, `step` apart, the nearest first. */
export function timesAround(
  { starttime, minutes }: Pick<LessonTime, 'starttime' | 'minutes'>,
  step: number,
): string[] {
  const [hours = 0, past = 0] = starttime.split(':').map(Number);
  const wanted = hours * 60 + past;
  const times: string[] = [];
  for (let away = step; away < 24 * 60; away += step)
    for (const at of [wanted - away, wanted + away]) {
      if (at < FROM || at + minutes > UNTIL) continue;
      times.push([Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':'));
    }
  return times;
}
