import { type FormatOptions, type Formats, formatsOf, type When, zoneHere } from '#contract/formats.ts';
import { clientConfig, useConfig } from '#web/lib/page/config.ts';

/** Asked once: it takes as long as rendering a card. */
let readersZone: string | undefined;

/**
 * The school's formats for a reader. An hour carries the name of the school's time where the reader's own
 * clock shows another at that moment; the server knows no reader, so hours stand only on pages that browsers
 * render.
 */
function formatsFor(school: FormatOptions): Formats {
  const formats = formatsOf(school);
  readersZone ??= zoneHere();
  const zone = readersZone;
  if (zone === school.timezone) return formats;
  const here = formatsOf({ ...school, timezone: zone });
  const named = (when: When, written: string) =>
    here.moment(when) === formats.moment(when) ? written : `${written} ${formats.zone(when)}`;
  return {
    ...formats,
    moment: (when) => named(when, formats.moment(when)),
    time: (when) => named(when, formats.time(when)),
    hours: (from, to) => named(from, formats.hours(from, to)),
  };
}

/** How the school writes days, moments, sums and counts. */
export const useFormats = (): Formats => formatsFor(useConfig().school);

/** The same with hours that do not say whose they are: for pages of many, which say so once (`ZoneNote`). */
export const useHours = (): Formats => formatsOf(useConfig().school);

/** The same outside components, in the browser only. */
export const clientFormats = (): Formats => formatsFor(clientConfig().school);
