import type { MusicClass } from '#contract/classes/calls.ts';
import { groupLabel, isPlainGroup, isPlainLevel, levelLabel } from '#contract/classes/labels.ts';
import { teacherName } from '#contract/former.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';

/** Search engines show about so many characters. */
const BRIEF_MAX = 160;

type Summarised = Pick<MusicClass, 'classname' | 'description' | 'group' | 'level' | 'instructorname'>;

/**
 * A class in a sentence or two, for search engines and shared links: how its own words begin, as many whole
 * ones as fit.
 */
export function summaryOf(
  { classname, description, group, level, instructorname }: Summarised,
  school: WithLists,
): string {
  const words = description.replace(/\s+/g, ' ').trim();
  const teacher = teacherName(instructorname);
  const facts =
    isPlainGroup(school, group) && isPlainLevel(school, level)
      ? t('classes.facts', { classname, level, group, teacher })
      : t('classes.facts_named', {
          classname,
          level: levelLabel(school, level),
          group: groupLabel(school, group),
          teacher,
        });
  if (!words) return facts;
  if (words.length <= BRIEF_MAX) return words.length < BRIEF_MAX / 2 ? `${words} ${facts}` : words;
  const start = words.slice(0, BRIEF_MAX);
  const end = start.lastIndexOf(' ');
  return `${start.slice(0, end > BRIEF_MAX / 2 ? end : BRIEF_MAX - 1).replace(/[\s.,;:–-]+$/, '')}…`;
}
