import type * as z from 'zod';
import { BLOG_CATEGORIES } from '#contract/blogs/calls.ts';
import { CLASS_GROUPS, CLASS_LEVELS, type ClassGroup } from '#contract/classes/calls.ts';
import { type AgeLimits, GROUP_AGES } from '#contract/learners/ages.ts';
import { defaultOf } from '#contract/translations.ts';
import type { Shipped } from '#languages/languages.ts';
import { language } from '#languages/t.ts';
import type { SchoolLists as Schema } from './schema.ts';

/*
 * The levels and groups of classes and the categories of posts. Those of `LISTS` are built in: they are always
 * there, and stand on the wire as they are. A school may rename them, in each of its languages, and add its own.
 */

export const LISTS = { levels: CLASS_LEVELS, groups: CLASS_GROUPS, categories: BLOG_CATEGORIES } as const;
export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** The lists that a school has changed; the others are those of `LISTS`. */
export type SchoolLists = z.output<typeof Schema>;
/** One of the values to choose from, with what people read in its place, by language. */
export type ListEntry = NonNullable<SchoolLists['groups']>[number];

/** What is read of a school for it. */
export type WithLists = { lists?: SchoolLists | undefined; languages: readonly Shipped[] };

/** The values of a list, in the order of the school. */
export const valuesOf = ({ lists }: Pick<WithLists, 'lists'>, name: ListName): readonly string[] =>
  lists?.[name]?.map(({ value }) => value) ?? LISTS[name];

/** Whether a value is one of those that every school has. */
export const isBuiltIn = (name: ListName, value: string): boolean =>
  (LISTS[name] as readonly string[]).includes(value);

const entryOf = ({ lists }: Pick<WithLists, 'lists'>, name: ListName, value: string): ListEntry | undefined =>
  lists?.[name]?.find((entry) => entry.value === value);

/**
 * What the school itself calls a value, in the language of now or else in its default; undefined where it
 * has its built-in name.
 */
export function ownName(school: WithLists, name: ListName, value: string): string | undefined {
  const { names = {} } = entryOf(school, name, value) ?? {};
  const own = names[language() as Shipped] ?? names[defaultOf(school.languages)];
  return own ?? (isBuiltIn(name, value) ? undefined : value);
}

/** The ages of a group, for classes without limits of their own. */
export function agesOfGroup(school: Pick<WithLists, 'lists'>, group: string): AgeLimits {
  const { agefrom, ageto } = entryOf(school, 'groups', group) ?? {};
  if (agefrom !== undefined || ageto !== undefined) return { agefrom, ageto };
  return isBuiltIn('groups', group) ? GROUP_AGES[group as ClassGroup] : {};
}
