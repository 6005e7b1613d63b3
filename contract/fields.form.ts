import * as z from 'zod/mini';
import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { type PlainId, t } from '#languages/t.ts';
import { faultOf } from './faults.form.ts';
import { EMAIL_MAX, NAME_MAX } from './users/calls.ts';

/*
 * What people type into forms, rule by rule. A file named `<noun>.form.ts` puts a form together from these;
 * the browser checks with it before it sends, and the `<noun>.schema.ts` beside it makes the call's body of
 * it. Both import the small zod (`zod/mini`), which pages without a form never load.
 *
 *     export const Booking = z.object({
 *       title: requiredText(TITLE_MAX, 'bookings.enter_title'),
 *       email: Email,
 *       price: Price,
 *       places: wholeNumber(1, PLACES_MAX),
 *       day: z.iso.date(says('bookings.choose_day')),
 *       level: z.enum(CLASS_LEVELS, says('bookings.choose_level')),
 *       rows: z.array(z.object({ … })).check(
 *         z.maxLength(ROWS_MAX, { error: () => t('bookings.at_most_rows', { max: ROWS_MAX }) }),
 *       ),
 *     });
 *
 * Numbers and prices are those of `numbers.form.ts`.
 *
 * A fault is a message, in the language of who reads it: `says` gives one without arguments, and what no rule
 * words itself is worded by `faults.form.ts`.
 *
 * On the screen `useForm(Booking)` gives each field what its control takes of these rules, and says what is
 * wrong beside it, by the name that the server uses too, `rows.0.title` in a list. What crosses fields is a
 * `z.refine` of the object with the `path` of the field that shows it.
 */

/** What an id may be: a text of at most so many characters, none of them unseen. */
export const ID_MAX = 200;
export const ID = /^\P{C}*$/u;

/** The fault of a rule, as zod takes it. */
export const says = (id: PlainId) => ({ error: () => t(id) });

/** The faults of a form: a sentence for each field, by its name on the wire. */
export type Faults = { readonly [field: string]: string | undefined };

const issuesOf = (form: z.ZodMiniType, typed: unknown) =>
  form.safeParse(typed, { error: faultOf }).error?.issues ?? [];

/** Checks the values of a form; empty when nothing is wrong. Only the first fault of each field is given. */
export const findFaults = (form: z.ZodMiniType, typed: unknown): Faults =>
  Object.fromEntries(
    issuesOf(form, typed)
      .toReversed()
      .map(({ path, message }) => [path.join('.'), message]),
  );

/** The first fault of a form, where only one is shown at a time. */
export const findFault = (form: z.ZodMiniType, typed: unknown): string | undefined =>
  issuesOf(form, typed)[0]?.message;

const NO_ADDRESS = says('common.enter_email');

/**
 * An address that an account may have: `Email`, or what version 0.1.0 took beside it. Anyone who is known by
 * such an address signs in with it; a new address is an `Email`. Addresses compare in lower case everywhere,
 * so they are lowered where they come in.
 */
export const KnownEmail = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(EMAIL_MAX, { error: () => t('common.email_too_long', { max: EMAIL_MAX }) }),
    z.regex(/^[^\s\p{C}@<>"]+@[^\s\p{C}@<>"]+$/u, NO_ADDRESS),
  );

/**
 * One address as the HTML standard knows it ("valid email address"), so that no mail program reads a list, a
 * comment or a route into it.
 */
export const Email = KnownEmail.check(z.regex(z.regexes.html5Email, NO_ADDRESS));

/** The length of a picture's address. */
const PICTURE_MAX = 2048;

/**
 * A picture: http(s), or a path of this school's own image host. Never `javascript:`, `data:` or `//host`.
 */
export const ImageUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(PICTURE_MAX, { error: () => t('common.picture_address_too_long', { max: PICTURE_MAX }) }),
    z.regex(/^(https?:\/\/[^\s\p{C}<>"'`\\]+|\/[a-z][^\s\p{C}<>"'`\\]*)$/iu, says('common.choose_picture')),
  );

/** One or more lines of text: trimmed, without control characters or lone surrogates, of a bounded length. */
export const text = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, { error: () => t('common.at_most_characters', { max }) }),
    z.refine(
      (value) => value.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(value),
      says('common.characters_not_stored'),
    ),
  );

export const requiredText = (max: number, missing: PlainId) => text(max).check(z.minLength(1, says(missing)));

/**
 * What one line of text may not hold: line ends, control characters, lone surrogates, and marks that turn the
 * direction of the text around them (UAX #9) or show as nothing. U+200C and U+200D join letters in many
 * scripts, and emoji.
 */
const UNFIT = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/u;
const EVERY_UNFIT = new RegExp(UNFIT, 'gu');

/** One line of text of a bounded length, which reads as it is. */
export const line = (max: number) =>
  text(max).check(z.refine((value) => !UNFIT.test(value), says('common.characters_not_shown')));

export const requiredLine = (max: number, missing: PlainId) => line(max).check(z.minLength(1, says(missing)));

const DOT = '[.\\u2024\\u3002\\ufe52\\uff0e\\uff61]';
const SCHEME = '[:：][/／]{2}';
/**
 * A dot with a word at both sides, as in `word.tld`; the joiners above show as nothing, and so do some marks.
 */
const DOTTED = `(?<=[\\p{L}\\p{M}\\p{N}\\u200c\\u200d_-])${DOT}(?=[\\u200c\\u200d\\p{M}]*\\p{L}[\\p{L}\\p{M}\\p{N}-])`;
/** Initials, which are written without a space, too: `J.R.Smith`. */
const INITIAL = `(?<=(?<![\\p{L}\\p{M}\\p{N}_-])\\p{Lu})${DOT}(?=\\p{Lu}\\p{Ll})`;
const WEB_ADDRESS = new RegExp(`${SCHEME}|[wW]{3}${DOT}(?=\\S)|(?!${INITIAL})${DOTTED}`, 'u');

/**
 * A person's name, in one line. It goes out in mails to others, and mail programs would turn a web address in
 * it into a link.
 */
export const nameOf = (max: number) =>
  line(max).check(z.refine((value) => !WEB_ADDRESS.test(value), says('common.name_without_address')));

/** A person's name, wherever it is typed. */
export const Name = nameOf(NAME_MAX);

export const requiredName = (max: number, missing: PlainId) =>
  nameOf(max).check(z.minLength(1, says(missing)));

const EVERY_DOTTED = new RegExp(`[wW]{3}${DOT}(?=\\S)|${DOTTED}`, 'gu');
const EVERY_SCHEME = new RegExp(SCHEME, 'g');

/** A name from any source, made safe for a mail: one line that no mail program turns into a link. */
export const plainName = (said: string) =>
  said.replace(EVERY_UNFIT, ' ').replace(EVERY_SCHEME, ' ').replace(EVERY_DOTTED, '$& ').trim();

/** A name from another service, without what `Name` would refuse; empty when nothing is left. */
export const nameFrom = (said: string) => {
  const name = said.trim().slice(0, NAME_MAX).replace(EVERY_UNFIT, ' ').trim();
  return WEB_ADDRESS.test(name) ? plainName(name).slice(0, NAME_MAX).trim() : name;
};

/** The code of a language that the pages are written in. */
export const LanguageCode = z.enum(Object.keys(SHIPPED) as Shipped[], {
  error: () => t('fields.choose_language'),
});

/** Ids are opaque texts; an unknown one is simply not found. Here empty where there is none. */
export const TypedId = z.string().check(z.maxLength(ID_MAX), z.regex(ID, says('common.no_id')));

/** An id; null or an empty text where there is none. */
export const IdOrNone = z.pipe(
  z.nullable(TypedId),
  z.transform((id) => id || null),
);

/** The same, optional: none where it is left out. */
export const optionalId = z._default(IdOrNone, null);
