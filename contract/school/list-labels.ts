import { categoryLabel } from '#contract/blogs/labels.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import type { ListName, WithLists } from './lists.ts';

/** What people read in the place of a value, by its list. */
export const LIST_LABELS: Readonly<Record<ListName, (school: WithLists, value: string) => string>> = {
  levels: levelLabel,
  groups: groupLabel,
  categories: categoryLabel,
};
