import { useConfig } from '#web/lib/config.ts';
import { useFormats, useHours } from '#web/lib/formats.ts';

/** Whose time the hours of a page are, said once, where the reader's own clock shows another at a moment (ISO 8601); for pages that browsers render. */
export function ZoneNote({ at }: { at: string }) {
  const { zone, time } = useFormats();
  const { time: schoolTime } = useHours();
  const { name } = useConfig().school;
  if (time(at) === schoolTime(at)) return null;
  return (
    <p className="text-quiet text-sm">
      All hours are those of {name}: {zone(at)}.
    </p>
  );
}
