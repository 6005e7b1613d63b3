import { ownName, type WithLists } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import type { BlogCategory } from './calls.ts';

const CATEGORIES = {
  Class: 'blogs.category_class',
  Learning: 'blogs.category_learning',
  Study: 'blogs.category_study',
  Subject: 'blogs.category_subject',
  Timing: 'blogs.category_timing',
} as const satisfies Record<BlogCategory, PlainId>;

/** What people read in the place of a category: what the school calls it, or else the built-in word. */
export const categoryLabel = (school: WithLists, category: string): string =>
  ownName(school, 'categories', category) ?? t(CATEGORIES[category as BlogCategory]);
