import { useSchoolTime, useSchoolTimeElsewhere } from '#web/lib/school-time.ts';

/** Whose clocks the times of a page are by: where the server writes them, which knows nothing of the reader's. */
export const SchoolTime = () => <p className="text-quiet text-sm">{useSchoolTime()}</p>;

/** The same where the reader's clocks show another time; for pages that browsers render. */
export function ZoneNote() {
  const words = useSchoolTimeElsewhere();
  return words && <p className="text-quiet text-sm">{words}</p>;
}
