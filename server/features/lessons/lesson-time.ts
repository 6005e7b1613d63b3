const MINUTE_MS = 60_000;

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
