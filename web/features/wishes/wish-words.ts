import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import type { WithLists } from '#contract/school/lists.ts';

type Wanted = {
  instrumentname: string;
  level?: string | null | undefined;
  group?: string | null | undefined;
};

/** What is wished for, in a few words: instrument, level and group, as far as they are said. */
export const whatWords = ({ instrumentname, level, group }: Wanted, school: WithLists): string =>
  [instrumentname, level && levelLabel(school, level), group && groupLabel(school, group)]
    .filter(Boolean)
    .join(', ');
