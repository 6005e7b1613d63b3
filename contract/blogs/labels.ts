import { ownName, type WithLists } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import type { BlogCategory } from './calls.ts';

const CATEGORIES: Readonly<Record<string, PlainId>> = {
  Class: 'blogs.category_class',
  Learning: 'blogs.category_learning',
  Study: 'blogs.category_study',
  Subject: 'blogs.category_subject',
  Timing: 'blogs.category_timing',
} satisfies Record<BlogCategory, PlainId>;

/** What people read in the place of a category: what the school calls it, or else the word delivered. */
export function categoryLabel(school: WithLists, category: string): string {
  const id = CATEGORIES[category];
  return ownName(school, 'categories', category) ?? (id ? t(id) : category);
}
