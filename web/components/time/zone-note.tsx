import { useSchoolTimeElsewhere } from '#web/lib/formats/school-time-elsewhere.ts';

/**
 * Whose clocks the times of a page are by, where the reader's show another; for pages that browsers render.
 */
export function ZoneNote() {
  const words = useSchoolTimeElsewhere();
  return words && <p className="text-quiet text-sm">{words}</p>;
}
