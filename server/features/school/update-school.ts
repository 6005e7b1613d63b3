import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { LIST_LABELS } from '#contract/school/list-labels.ts';
import {
  agesOfGroup,
  LIST_NAMES,
  LISTS,
  type ListEntry,
  type ListName,
  type SchoolLists,
  valuesOf,
} from '#contract/school/lists.ts';
import type { SchoolChange } from '#contract/school/schema.ts';
import { byLanguage, defaultOf, keepLanguage, rewrite } from '#contract/translations.ts';
import { t } from '#languages/t.ts';
import { profileOf, rowOf, type SchoolNow, type SchoolRecord } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { moveOpenings } from '#server/features/classes/index.ts';
import { recomputeLessons } from '#server/features/lessons/index.ts';
import { AppError, ensure, fieldFault } from '#server/http/errors.ts';
import { findBilledClass, hasOrders, isValueUsed, lockSchool, updateSchoolRow } from './queries.ts';

type Profile = Omit<SchoolRecord, 'facts'>;
type Change = z.output<typeof SchoolChange>;

/** Writes down until when places can be cancelled, before the rule for that changes. */
export type KeepCancelUntil = (
  tx: Db,
  before: Pick<SchoolNow, 'cancelUntilHours' | 'cancelFrom'>,
  now: number,
) => Promise<void>;

/**
 * Changes what is named of the school; null and an empty text clear it. Throws `changed-meanwhile` where it
 * was read before the last change, `currency-in-use` where there are orders in another currency, and `value-in-use` where a
 * class or a post has a value that is taken out of its list.
 */
export async function updateSchool(
  db: Db,
  { version, ...change }: Change,
  { keepCancelUntil, actor, now }: { keepCancelUntil: KeepCancelUntil; actor: Actor; now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    const before = profileOf(await lockSchool(tx));
    ensure(before.version === version, 'changed-meanwhile');
    const after = { ...before, ...filledIn(before, change) };
    const changed = namesOf(before, after);
    if (changed.length === 0) return;
    if (changed.includes('lists')) await ensureUnused(tx, before, after);
    if (changed.includes('enrolmentPrice') && after.enrolmentPrice !== 'class') await ensureNoneBilled(tx);
    if (changed.includes('currency')) ensure(!(await hasOrders(tx)), 'currency-in-use');
    if (changed.includes('cancelUntilHours') || changed.includes('cancelFrom'))
      await keepCancelUntil(tx, before, now);
    await updateSchoolRow(tx, rowOf({ ...after, version: version + 1 }));
    if (changed.includes('timezone')) {
      const [from, to] = [before.timezone ?? 'UTC', after.timezone ?? 'UTC'];
      await moveOpenings(tx, { from, to, now });
      await recomputeLessons(tx, { zone: to, now });
    }
    await insertChange(tx, {
      about: 'school',
      subjectid: 'school',
      subjectname: after.name,
      action: 'updated',
      note: changed.map((name) => noteOf(name, before, after)).join(', '),
      actor,
      now,
    });
  });
}

/** A change as records keep it: what is named and empty is nothing there. */
function filledIn(before: Profile, { welcome, lists, ...change }: Omit<Change, 'version'>): Partial<Profile> {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  const kept = named.map(([name, value]) => [name, value === '' || value === null ? undefined : value]);
  return {
    ...Object.fromEntries(kept),
    ...(welcome && { welcome: welcomeOf(before, welcome, change.languages) }),
    ...(welcome === null && { welcome: undefined }),
    ...(lists !== undefined && {
      lists: lists === null ? undefined : listsOf({ ...before.lists, ...lists }),
    }),
  };
}

/** The lists that differ from the built-in ones; undefined where none does. */
function listsOf(given: NonNullable<Change['lists']>): SchoolLists | undefined {
  const changed = LIST_NAMES.flatMap((name) => {
    const entries = given[name]?.map(entryOf);
    return entries && !isBuiltInList(name, entries) ? [[name, entries] as const] : [];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

function entryOf({ value, names = {}, ...ages }: ListEntry): ListEntry {
  const said = Object.entries(names).filter(([, name]) => name);
  const known = Object.entries(ages).filter(([, age]) => age !== undefined);
  return {
    value,
    ...(said.length > 0 && { names: Object.fromEntries(said) }),
    ...Object.fromEntries(known),
  };
}

function isBuiltInList(name: ListName, entries: readonly ListEntry[]): boolean {
  const isSame = ({ value, names, agefrom, ageto }: ListEntry, at: number) => {
    const ages = agesOfGroup({}, value);
    const hasOwn = agefrom !== undefined || ageto !== undefined;
    const isOfAges = (ages.agefrom ?? null) === (agefrom ?? null) && (ages.ageto ?? null) === (ageto ?? null);
    return LISTS[name][at] === value && !names && (!hasOwn || isOfAges);
  };
  return entries.length === LISTS[name].length && entries.every(isSame);
}

/** Throws `value-in-use` where a class or a post has a value that is taken out of its list. */
async function ensureUnused(tx: Db, before: Profile, after: Profile): Promise<void> {
  for (const name of LIST_NAMES) {
    const kept = new Set(valuesOf(after, name));
    for (const value of valuesOf(before, name))
      if (!kept.has(value) && (await isValueUsed(tx, name, value)))
        throw new AppError('value-in-use', {
          detail: () => t('school.value_in_use', { name: LIST_LABELS[name](before, value) }),
        });
  }
}

/** Throws `invalid-input` where a class is billed by its own price. */
async function ensureNoneBilled(tx: Db): Promise<void> {
  const classname = await findBilledClass(tx);
  if (classname !== undefined)
    throw fieldFault('enrolmentPrice', () => t('school.class_is_billed', { class: classname }));
}

type Welcome = NonNullable<Profile['welcome']>;
type WelcomeWords = Pick<Welcome, 'title' | 'words' | 'lines'>;

const isEmpty = ({ title, words, lines }: WelcomeWords) => !title && !words && lines.length === 0;

const wordsOf = ({ title, words, lines }: WelcomeWords): WelcomeWords => ({
  ...(title && { title }),
  ...(words && { words }),
  lines: lines.filter((line) => line !== ''),
});

const isSame = (one: WelcomeWords, other: WelcomeWords) => isDeepStrictEqual(wordsOf(one), wordsOf(other));

/** The welcome after a change; undefined where it says nothing in any language. */
function welcomeOf(
  { welcome: before, languages }: Profile,
  { language, translations = {}, ...words }: NonNullable<Change['welcome']>,
  next: Profile['languages'] = languages,
): Profile['welcome'] {
  const others = Object.entries(translations).map(([code, said]) => [code, said && wordsOf(said)]);
  const known = before ? byLanguage<WelcomeWords>(before, languages) : {};
  const change = {
    ...wordsOf(words),
    language: language ?? next.find((code) => code === before?.language) ?? defaultOf(next),
    translations: Object.fromEntries(others),
  };
  const rewritten = rewrite<WelcomeWords>(known, change, isEmpty);
  const after = before ? keepLanguage<WelcomeWords>(before, rewritten, { languages, isSame }) : rewritten;
  return isEmpty(after) && !after.translations ? undefined : after;
}

type Name = Exclude<keyof Profile, 'version'>;

const namesOf = (before: Profile, after: Profile) =>
  (Object.keys(after) as (keyof Profile)[]).filter(
    (name): name is Name => name !== 'version' && !isDeepStrictEqual(before[name], after[name]),
  );

/** What orders are made by is logged with what it was and what it is. */
const TERMS: { readonly [N in Name]?: (profile: Profile) => string } = {
  currency: ({ currency }) => currency,
  enrolmentPrice: ({ enrolmentPrice }) =>
    enrolmentPrice === 'class' ? 'class' : String(enrolmentPrice / 100),
  cancelUntilHours: ({ cancelUntilHours }) => String(cancelUntilHours),
  cancelFrom: ({ cancelFrom }) => cancelFrom,
  missedlessons: ({ missedlessons }) => missedlessons,
  noticehours: ({ noticehours }) => String(noticehours),
  catchupweeks: ({ catchupweeks }) => String(catchupweeks),
  catchupsaterm: ({ catchupsaterm }) => String(catchupsaterm ?? 'unlimited'),
  registerdays: ({ registerdays }) => String(registerdays),
  trialfee: ({ trialfee }) => trialfee,
  reservemode: ({ reservemode }) => reservemode,
  reviewposts: ({ reviewposts }) => reviewposts,
  languages: ({ languages }) => languages.join(' '),
};

function noteOf(name: Name, before: Profile, after: Profile): string {
  const say = TERMS[name];
  return say ? `${name} ${say(before)} → ${say(after)}` : name;
}
