import * as z from 'zod/mini';
import { AGES_CROSSED, areAgesInOrder } from '#contract/classes/form.ts';
import { Email, ImageUrl, LanguageCode, line, requiredLine, says, text } from '#contract/fields.form.ts';
import { AGE_MAX } from '#contract/learners/ages.ts';
import { Price, wholeNumber, wholeNumberOrNone } from '#contract/numbers.form.ts';
import { isTimeZone } from '#contract/time/time-zone.ts';
import { faultOfTwo, readingsOf } from '#contract/typed.form.ts';
import { SHIPPED } from '#languages/languages.ts';
import { type PlainId, t } from '#languages/t.ts';
import {
  ADDRESS_LINE_MAX,
  BUTTON_TEXT,
  CANCEL_FROM,
  CANCEL_HOURS_MAX,
  CATCHUP_WEEKS_MAX,
  CATCHUPS_A_TERM_MAX,
  CONTRAST_MIN,
  HOURS_MAX,
  INK,
  LIST_MAX,
  LIST_VALUE_MAX,
  MISSED_LESSONS,
  NOTICE_HOURS_MAX,
  PALETTE_NAMES,
  PAPER,
  PHONE_MAX,
  POSTCODE_MAX,
  REGISTER_DAYS_MAX,
  RESERVE_MODES,
  REVIEW_POSTS,
  SCHOOL_NAME_MAX,
  SHORT_MAX,
  TAGLINE_MAX,
  TRIAL_FEES,
  WELCOME_LINES,
  WORDS_MAX,
} from './calls.ts';
import { LISTS } from './lists.ts';

/** Nothing, or what fits. */
const orNothing = <T extends z.ZodMiniType>(field: T, fault: PlainId) =>
  z.union([z.literal(''), field], says(fault));

/** Of a colour as `#rrggbb`, from 0 for black to 1 for white: WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Of two colours as `#rrggbb`, from 1 to 21: WCAG 2.2, "contrast ratio". */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const colour = (fault: PlainId, ...beside: readonly string[]) =>
  z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, { ...says('school.choose_colour'), abort: true }),
    z.refine((value) => beside.every((other) => contrastOf(value, other) >= CONTRAST_MIN), says(fault)),
  );

/** The school's own two colours, of sufficient contrast. */
export const Colours = z.object({
  primary: colour('school.choose_darker', PAPER, BUTTON_TEXT),
  accent: colour('school.choose_lighter', INK),
});

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
/** Codes of metals, of units of account, of tests and of no currency at all. */
const NO_MONEY = /^x(xx|ts|a[gu]|p[dt]|b[a-d]|dr|su|ua)$/;

/** Whether a code is a currency that people pay in; another sentence refuses what is no code at all. */
export const isCurrency = (code: string) =>
  !/^[a-z]{3}$/.test(code) || (!NO_MONEY.test(code) && CURRENCIES.has(code.toUpperCase()));

/** Money is kept in hundredths everywhere; the yen has none and the dinar has thousandths. */
export const hasHundredths = (code: string) =>
  !/^[a-z]{3}$/.test(code) ||
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    .maximumFractionDigits === 2;

/** Optional fields; an empty one counts as missing. */
export const SchoolLines = z.object({
  tagline: line(TAGLINE_MAX),
  street: line(ADDRESS_LINE_MAX),
  postcode: line(POSTCODE_MAX),
  town: line(ADDRESS_LINE_MAX),
  country: line(ADDRESS_LINE_MAX),
  phone: line(PHONE_MAX).check(z.regex(/^(\+?[\d ()./-]*\d[\d ()./-]*)?$/, says('school.enter_phone'))),
  email: orNothing(Email, 'school.enter_email'),
  hours: text(HOURS_MAX),
  timezone: orNothing(z.string().check(z.refine(isTimeZone)), 'school.choose_time_zone'),
  logo: orNothing(ImageUrl, 'common.choose_picture'),
});

/** The languages of the school, the default first. */
const Languages = z.array(LanguageCode, { error: () => t('school.choose_one_language') }).check(
  z.minLength(1, { error: () => t('school.choose_one_language') }),
  z.maxLength(Object.keys(SHIPPED).length, { error: () => t('school.choose_each_language_once') }),
  z.refine((codes) => new Set(codes).size === codes.length, {
    error: () => t('school.choose_each_language_once'),
  }),
);

const WelcomeWords = z.object({
  title: line(SHORT_MAX),
  words: text(WORDS_MAX),
  lines: z
    .array(line(SHORT_MAX))
    .check(z.maxLength(WELCOME_LINES, { error: () => t('school.at_most_lines', { max: WELCOME_LINES }) })),
});

/** The welcome on the home page, in `language`, and in others. */
export const Welcome = z.object({
  ...WelcomeWords.shape,
  language: z.optional(LanguageCode),
  translations: z.optional(z.partialRecord(LanguageCode, WelcomeWords)),
});

/** What a value of a list is called, by language; nothing where it has its built-in name. */
const ListNames = z.partialRecord(LanguageCode, line(LIST_VALUE_MAX));
const ListEntry = z.object({
  /** As it stands on the wire, for good. */
  value: requiredLine(LIST_VALUE_MAX, 'school.enter_list_name'),
  names: z.optional(ListNames),
});
/** Without ages, a built-in group has its own; null where there is no limit. */
const GroupEntry = z
  .object({
    ...ListEntry.shape,
    agefrom: z.optional(wholeNumberOrNone(0, AGE_MAX)),
    ageto: z.optional(wholeNumberOrNone(0, AGE_MAX)),
  })
  .check(z.refine(areAgesInOrder, AGES_CROSSED));

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const isOnce = (texts: readonly string[]) => new Set(texts.map(folded)).size === texts.length;

/** A list that classes or posts choose from: what is built in is always among it. */
const listOf = <E extends z.ZodMiniType<{ value: string }>>(entry: E, builtIn: readonly string[]) =>
  z.array(entry).check(
    z.maxLength(LIST_MAX, { error: () => t('common.at_most_entries', { max: LIST_MAX }) }),
    z.refine((entries) => isOnce(entries.map(({ value }) => value)), says('school.list_names_once')),
    z.refine((entries) => builtIn.every((value) => entries.some((one) => one.value === value)), {
      error: () => t('school.list_keeps', { values: builtIn.join(', ') }),
    }),
  );

/** The lists that are named; the others stay as they are. */
const Lists = z.object({
  levels: z.optional(listOf(ListEntry, LISTS.levels)),
  groups: z.optional(listOf(GroupEntry, LISTS.groups)),
  categories: z.optional(listOf(ListEntry, LISTS.categories)),
});

type Given = { input?: unknown };
const CANCEL_HOURS_FAULT = {
  error: ({ input }: Given) => faultOfTwo(input) ?? t('school.enter_cancel_hours', { max: CANCEL_HOURS_MAX }),
};
const ENROLMENT_PRICE_FAULT = {
  error: ({ input }: Given) => faultOfTwo(input) ?? t('school.enter_enrolment_price'),
};

const HoursTyped = z.string().check(
  z.trim(),
  z.regex(/^\d+(\.\d+)?(e-\d+)?$/),
  z.refine((typed) => !readingsOf(typed)),
);

/**
 * A number of hours or its digits, a part of an hour too, as JavaScript writes it: what the school's first
 * terms may be, its form may say again. Digits with two readings in the reader's language are asked about.
 */
const CancelHours = z.pipe(
  z.union([z.number(), z.pipe(HoursTyped, z.transform(Number))], CANCEL_HOURS_FAULT),
  z
    .number(CANCEL_HOURS_FAULT)
    .check(z.minimum(0, CANCEL_HOURS_FAULT), z.maximum(CANCEL_HOURS_MAX, CANCEL_HOURS_FAULT)),
);

/** The form of the school, without its facts. */
export const SchoolDraft = z.object({
  name: requiredLine(SCHOOL_NAME_MAX, 'school.enter_name'),
  ...SchoolLines.shape,
  currency: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(/^[a-z]{3}$/, says('school.enter_currency_code')),
      z.refine(isCurrency, says('school.enter_currency')),
      z.refine(hasHundredths, says('school.enter_hundredths')),
    ),
  enrolmentPrice: z.union([z.literal('class'), Price], ENROLMENT_PRICE_FAULT),
  cancelUntilHours: CancelHours,
  cancelFrom: z.enum(CANCEL_FROM, says('school.choose_cancel_from')),
  missedlessons: z.enum(MISSED_LESSONS, says('school.choose_missed_lessons')),
  noticehours: wholeNumber(0, NOTICE_HOURS_MAX),
  catchupweeks: wholeNumber(1, CATCHUP_WEEKS_MAX),
  catchupsaterm: wholeNumberOrNone(1, CATCHUPS_A_TERM_MAX),
  registerdays: wholeNumber(0, REGISTER_DAYS_MAX),
  trialfee: z.enum(TRIAL_FEES, says('school.choose_trial_fee')),
  reservemode: z.enum(RESERVE_MODES, says('school.choose_reserve_mode')),
  reviewposts: z.enum(REVIEW_POSTS, says('school.choose_review_posts')),
  palette: z.union([z.enum(PALETTE_NAMES), Colours], says('school.choose_palette')),
  languages: Languages,
  lists: Lists,
  welcome: Welcome,
});
export type SchoolDraft = z.input<typeof SchoolDraft>;

const byline = line(SHORT_MAX);
const day = z.optional(z.union([z.literal(''), z.iso.date()], says('common.choose_day')));

/** The forms of facts, by their kind. */
export const FACT_DRAFTS = {
  event: z.object({
    kind: z.literal('event'),
    title: requiredLine(SHORT_MAX, 'common.enter_title'),
    words: z._default(text(WORDS_MAX), ''),
    byline: z._default(byline, ''),
    day,
  }),
  voice: z.object({
    kind: z.literal('voice'),
    title: z._default(line(SHORT_MAX), ''),
    words: text(WORDS_MAX).check(z.minLength(1, says('school.enter_quote'))),
    byline: z._default(byline, ''),
  }),
  number: z.object({
    kind: z.literal('number'),
    title: requiredLine(SHORT_MAX, 'school.enter_counted'),
    words: z.string().check(z.trim(), z.regex(/^\d{1,7}$/, says('school.enter_whole_number'))),
  }),
};
export const FactDraft = z.discriminatedUnion('kind', [
  FACT_DRAFTS.event,
  FACT_DRAFTS.voice,
  FACT_DRAFTS.number,
]);
export type FactDraft = z.input<typeof FactDraft>;
