import type { ClientConfig } from '#contract/config/calls.ts';
import {
  coloursOf,
  MISSED_LESSONS,
  PALETTE_NAMES,
  type Palette,
  type School,
  WELCOME_LINES,
} from '#contract/school/calls.ts';
import type { SchoolDraft } from '#contract/school/form.ts';
import {
  agesOfGroup,
  LIST_NAMES,
  type ListName,
  type SchoolLists,
  valuesOf,
} from '#contract/school/lists.ts';
import { byLanguage, defaultOf, type WordsByLanguage, writtenIn } from '#contract/translations.ts';
import { PRICE_PATTERN, plainNumber, readingsOf } from '#contract/typed.form.ts';

/** What no school is without. */
type Always =
  | 'name'
  | 'currency'
  | 'enrolmentPrice'
  | 'cancelUntilHours'
  | 'cancelFrom'
  | 'missedlessons'
  | 'noticehours'
  | 'catchupweeks'
  | 'registerdays'
  | 'trialfee'
  | 'reservemode'
  | 'reviewposts'
  | 'languages'
  | 'lists';
/** What an admin edited; null where it was emptied. */
export type SchoolEdits = Partial<Pick<SchoolDraft, Always>> & {
  [N in Exclude<keyof SchoolDraft, Always>]?: SchoolDraft[N] | null;
};

/** Lines that are empty until they are filled in. */
const LINES = [
  'tagline',
  'street',
  'postcode',
  'town',
  'country',
  'phone',
  'email',
  'hours',
  'timezone',
  'logo',
] as const;

/** The school as its form shows it. */
export function draftOf(school: School): SchoolDraft {
  const lines = Object.fromEntries(LINES.map((name) => [name, school[name] ?? '']));
  return {
    ...(lines as Record<(typeof LINES)[number], string>),
    name: school.name,
    currency: school.currency,
    enrolmentPrice: school.enrolmentPrice === 'class' ? 'class' : String(school.enrolmentPrice),
    cancelUntilHours: hoursText(school.cancelUntilHours),
    cancelFrom: school.cancelFrom,
    missedlessons: school.missedlessons,
    noticehours: String(school.noticehours),
    catchupweeks: String(school.catchupweeks),
    catchupsaterm: String(school.catchupsaterm ?? ''),
    registerdays: String(school.registerdays),
    trialfee: school.trialfee,
    reservemode: school.reservemode,
    reviewposts: school.reviewposts,
    palette: school.palette ?? 'plum',
    languages: school.languages,
    lists: listsIn(school),
    welcome: welcomeIn(school.languages, savedWelcome(school)),
  };
}

/** An entry of a list as it is typed; one that is new has no value yet, and gets its name for one. */
export type DraftEntry = NonNullable<SchoolDraft['lists']['groups']>[number];

function listsIn({ lists }: Pick<School, 'lists'>): SchoolDraft['lists'] {
  const entriesOf = (name: ListName): DraftEntry[] =>
    valuesOf({ lists }, name).map((value) => {
      const { names = {} } = lists?.[name]?.find((entry) => entry.value === value) ?? {};
      if (name !== 'groups') return { value, names };
      const { agefrom, ageto } = agesOfGroup({ lists }, value);
      return { value, names, agefrom: String(agefrom ?? ''), ageto: String(ageto ?? '') };
    });
  return Object.fromEntries(LIST_NAMES.map((name) => [name, entriesOf(name)]));
}

/** The names that say something. */
const saidIn = (names: NonNullable<DraftEntry['names']>) =>
  Object.fromEntries(Object.entries(names).filter(([, said]) => said?.trim()));

/** A draft whose new entries have a value: their name in the school's default language. */
export function withValues(draft: SchoolDraft): SchoolDraft {
  const first = defaultOf(draft.languages);
  const lists = LIST_NAMES.map((name) => [
    name,
    draft.lists[name]?.map(({ value, names = {}, ...ages }: DraftEntry) => ({
      value: value || (names[first]?.trim() ?? ''),
      names: saidIn(names),
      ...ages,
    })),
  ]);
  return { ...draft, lists: Object.fromEntries(lists) };
}

const ageOf = (typed: unknown) => (/^\d{1,2}$/.test(String(typed).trim()) ? Number(typed) : null);

/** The lists as pages read them. */
export function shownLists({ lists, languages }: Pick<SchoolDraft, 'lists' | 'languages'>): SchoolLists {
  const first = defaultOf(languages);
  const shown = LIST_NAMES.map((name) => [
    name,
    lists[name]?.map(({ value, names = {}, agefrom, ageto }: DraftEntry) => ({
      value: value || (names[first] ?? ''),
      names: saidIn(names),
      ...(name === 'groups' && { agefrom: ageOf(agefrom), ageto: ageOf(ageto) }),
    })),
  ]);
  return Object.fromEntries(shown);
}

/** With a 0 at the end where three decimals could be read as thousands. */
function hoursText(hours: number): string {
  const digits = String(hours);
  return readingsOf(digits) ? `${digits}0` : digits;
}

/** The welcome in one language. */
export type Words = Pick<SchoolDraft['welcome'], 'title' | 'words' | 'lines'>;

const savedWelcome = ({ welcome = { lines: [] }, languages }: School) =>
  byLanguage<Partial<Words>>(welcome, languages);

/** The welcome in each of the languages; in which it is, is said where they are several. */
function welcomeIn(
  [first = defaultOf([]), ...others]: SchoolDraft['languages'],
  words: WordsByLanguage<Partial<Words>>,
): SchoolDraft['welcome'] {
  const of = ({ title = '', words: text = '', lines = [] }: Partial<Words> = {}): Words => ({
    title,
    words: text,
    lines,
  });
  if (others.length === 0) return of(words[first]);
  const translations = Object.fromEntries(others.map((code) => [code, of(words[code])]));
  return { ...of(words[first]), language: first, translations };
}

/** The welcome as it stands in the form, by its language. */
export const typedWords = ({ welcome, languages }: SchoolDraft) => byLanguage<Words>(welcome, languages);

const saysNothing = ({ title, words, lines }: Partial<Words> = {}) => !title && !words && !lines?.length;

/**
 * The draft of a school in other languages: the welcome in each as it is typed, or was before the language
 * was taken away (`kept`), or else saved. Where none of them has one, the first gets what there is in a
 * language that was taken away.
 */
export function withLanguages(
  draft: SchoolDraft,
  languages: SchoolDraft['languages'],
  seen: School,
  kept: WordsByLanguage<Words> = {},
): SchoolDraft {
  const known: WordsByLanguage<Partial<Words>> = { ...savedWelcome(seen), ...kept, ...typedWords(draft) };
  const [first] = languages;
  const left = Object.values(known).find((words) => !saysNothing(words));
  if (first && languages.every((code) => saysNothing(known[code]))) known[first] = left;
  return { ...draft, languages, welcome: welcomeIn(languages, known) };
}

/** What stands in the form; the logo, the languages and the lists are not read from its fields. */
export function draftIn(
  form: HTMLFormElement,
  { logo, languages, lists }: Pick<SchoolDraft, 'logo' | 'languages' | 'lists'>,
): SchoolDraft {
  const typed = new FormData(form);
  const text = (name: string) => String(typed.get(name) ?? '').replaceAll('\r\n', '\n');
  const lines = Object.fromEntries(LINES.map((name) => [name, text(name).trim()]));
  const wordsAt = (place: string): Words => ({
    title: text(`${place}.title`).trim(),
    words: text(`${place}.words`).trim(),
    lines: Array.from({ length: WELCOME_LINES }, (_, at) => text(`${place}.lines.${at}`).trim()).filter(
      Boolean,
    ),
  });
  return {
    ...(lines as Record<(typeof LINES)[number], string>),
    logo,
    name: text('name').trim(),
    currency: text('currency'),
    enrolmentPrice: text('pricing') === 'class' ? 'class' : plainNumber(text('enrolmentPrice').trim()),
    cancelUntilHours: plainNumber(text('cancelUntilHours').trim()),
    cancelFrom: text('cancelFrom') === 'first-lesson' ? 'first-lesson' : 'enrolling',
    missedlessons: MISSED_LESSONS.find((known) => known === text('missedlessons')) ?? 'none',
    noticehours: text('noticehours').trim(),
    catchupweeks: text('catchupweeks').trim(),
    catchupsaterm: text('catchupsaterm').trim(),
    registerdays: text('registerdays').trim(),
    trialfee: text('trialfee') === 'off' ? 'off' : 'kept',
    reservemode: text('reservemode') === 'giveback' ? 'giveback' : 'later',
    reviewposts: text('reviewposts') === 'always' ? 'always' : 'asked',
    palette: paletteIn(text),
    languages,
    lists,
    welcome: welcomeIn(
      languages,
      Object.fromEntries(languages.map((code, at) => [code, wordsAt(welcomeField(code, at))])),
    ),
  };
}

/** Where the welcome in a language stands in the form; the default's comes first. */
export const welcomeField = (code: string, at: number) =>
  at === 0 ? 'welcome' : `welcome.translations.${code}`;

function paletteIn(text: (name: string) => string): Palette {
  const name = PALETTE_NAMES.find((known) => known === text('palette'));
  return (
    name ?? { primary: text('palette.primary').toLowerCase(), accent: text('palette.accent').toLowerCase() }
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What is edited: only that is sent, and what was emptied is cleared. */
export function editsOf(before: SchoolDraft, after: SchoolDraft): SchoolEdits {
  const names = Object.keys(after) as (keyof SchoolDraft)[];
  const edited = names.filter((name) => !isSame(before[name], after[name]));
  const [language] = after.languages;
  const sentOf = (name: keyof SchoolDraft) =>
    name === 'welcome' ? { ...after.welcome, language } : after[name];
  return Object.fromEntries(edited.map((name) => [name, isEmpty(after[name]) ? null : sentOf(name)]));
}

const isEmpty = (value: SchoolDraft[keyof SchoolDraft]) =>
  value === '' ||
  value === null ||
  (typeof value === 'object' && 'words' in value && !value.translations && saysNothing(value));

/** The form once more after a save elsewhere: what is edited here stays as it was typed. */
export function editedDraft(now: School, edits: SchoolEdits): SchoolDraft {
  const known = draftOf(now);
  const empty = draftOf({ ...now, welcome: undefined });
  const names = Object.keys(edits) as (keyof SchoolDraft)[];
  const typed = names.map((name) => [name, edits[name] ?? (name === 'welcome' ? empty.welcome : '')]);
  const draft: SchoolDraft = { ...known, ...Object.fromEntries(typed) };
  const { languages, welcome } = draft;
  // The welcome may have been typed while the school spoke others.
  const own = writtenIn(welcome, languages);
  return withLanguages({ ...draft, welcome: { ...welcome, language: own } }, languages, now);
}

/** What every page would be told of the school, with what is typed; what cannot be shown yet is as it was. */
export function typedConfig(config: ClientConfig, draft: SchoolDraft): ClientConfig {
  const or = (text: string) => text || undefined;
  const lines = Object.fromEntries(LINES.map((name) => [name, or(draft[name])]));
  const price = String(draft.enrolmentPrice);
  const isCurrency = /^[a-z]{3}$/.test(draft.currency);
  return {
    ...config,
    school: {
      ...config.school,
      ...lines,
      timezone: config.school.timezone,
      name: draft.name || config.school.name,
      currency: isCurrency ? draft.currency : config.school.currency,
      enrolmentPrice:
        price === 'class' ? price : PRICE_PATTERN.test(price) ? Number(price) : config.school.enrolmentPrice,
      palette: paletteShown(draft.palette),
      lists: shownLists(draft),
    },
  };
}

/** The welcome as it will be saved, without the languages in which it says nothing. */
export function typedWelcome({ welcome }: Pick<SchoolDraft, 'welcome'>): NonNullable<School['welcome']> {
  const { language, translations = {}, ...own } = welcome;
  const saved = ({ title, words, lines }: Words) => ({
    title: title || undefined,
    words: words || undefined,
    lines,
  });
  const said = Object.entries(translations).filter(([, words]) => !saysNothing(words));
  return {
    ...saved(own),
    language,
    translations: Object.fromEntries(said.map(([code, words]) => [code, saved(words)])),
  };
}

const COLOUR = /^#[0-9a-f]{6}$/;

function paletteShown(palette: Palette): Palette {
  const { primary, accent } = coloursOf(palette);
  return COLOUR.test(primary) && COLOUR.test(accent) ? palette : 'plum';
}
