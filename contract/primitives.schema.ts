import * as z from 'zod';
import { SEARCH_WORDS_MAX } from './pages.ts';
import { NAME_MAX } from './users.ts';

/** Money on the wire is a number of currency units (`60`, `59.5`); behind it always whole cents. */
export const Money = z.codec(z.number().min(0), z.int(), {
  decode: (units) => Math.round(units * 100),
  encode: (cents) => cents / 100,
});

/** A yes or no: boolean on the wire, 0 or 1 in the database. */
export const Flag = z.codec(z.boolean(), z.int(), {
  decode: (yes) => (yes ? 1 : 0),
  encode: (bit) => bit === 1,
});

/** A moment: ISO 8601 on the wire, epoch milliseconds behind it. */
export const Moment = z.codec(z.iso.datetime(), z.int(), {
  decode: (iso) => Date.parse(iso),
  encode: (ms) => new Date(ms).toISOString(),
});

const NO_ADDRESS = 'Enter an email address such as ana@example.com.';

/**
 * An address that an account may have: `Email`, or what version 0.1.0 took beside it. Whoever is known by such an address signs in
 * with it; a new address is an `Email`. Addresses compare in lower case everywhere, so they are lowered where they come in.
 */
export const KnownEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Use an email address of at most 254 characters.')
  .regex(/^[^\s\p{C}@<>"]+@[^\s\p{C}@<>"]+$/u, NO_ADDRESS);

/**
 * One address as the HTML standard knows it ("valid email address"), so that no mail program reads a list, a comment or a route
 * into it.
 */
export const Email = KnownEmail.regex(z.regexes.html5Email, NO_ADDRESS);

/** A picture: http(s), or a path of this school's own image host. Never `javascript:`, `data:` or `//host`. */
export const ImageUrl = z
  .string()
  .trim()
  .max(2048, 'Use a picture address of at most 2048 characters.')
  .regex(/^(https?:\/\/[^\s\p{C}<>"'`\\]+|\/[a-z][^\s\p{C}<>"'`\\]*)$/iu, 'Choose a picture.');

/** One or more lines of text: trimmed, without control characters or lone surrogates, of a bounded length. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters.`)
    .refine((value) => value.isWellFormed() && !/(?![\t\n\r])\p{Cc}/u.test(value), {
      error: 'Contains characters that cannot be stored.',
    });

/**
 * What one line of text may not hold: line ends, control characters, lone surrogates, and marks that turn the direction of the
 * text around them (UAX #9) or show as nothing. U+200C and U+200D join letters in many scripts, and emoji.
 */
const UNFIT = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/u;
const EVERY_UNFIT = new RegExp(UNFIT, 'gu');

/** One line of text of a bounded length, which reads as it is. */
export const line = (max: number) =>
  text(max).refine((value) => !UNFIT.test(value), { error: 'Contains characters that cannot be shown.' });

/** A person's name, wherever it is typed. */
export const Name = line(NAME_MAX);

/** The same of what another service calls a person: what `Name` would refuse is left out. Empty when nothing is left. */
export const nameFrom = (said: string) => said.trim().slice(0, NAME_MAX).replace(EVERY_UNFIT, ' ').trim();

export const requiredText = (max: number, message: string) => text(max).min(1, message);

/** A filter that anybody may write into an address: a value that makes no sense counts as none. */
export const lenient = <T extends z.ZodType<string, string>>(schema: T) => schema.optional().catch(undefined);

/** What somebody looks for, in words. */
export const SearchWords = lenient(text(SEARCH_WORDS_MAX));

/** A body that may be left out; then nothing of it is given. */
export const optionalBody = <T extends z.ZodObject>(schema: T) =>
  schema
    .partial()
    .nullish()
    .transform((body) => body ?? {});

/** Ids are opaque texts; one that nobody has is simply not found. */
export const Id = z
  .string()
  .max(200)
  .regex(/^\P{C}*$/u, 'This is not an id.');
export const ById = z.object({ id: Id });
export const ByEmail = z.object({
  email: z
    .string()
    .max(254)
    .toLowerCase()
    .regex(/^\P{C}*$/u),
});

/** Which page of a long list: the one after or before a row's id; the first where neither is named. */
export const PageAsk = z.object({ after: Id.optional(), before: Id.optional() });

/** One page of a long list; `previous` and `next` are what to ask with as `before` and `after`, null at an end. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), previous: z.string().nullable(), next: z.string().nullable() });

/** A file of comma-separated values (RFC 4180) in UTF-8, byte order mark included. */
export const CsvFile = z.string();

/** What a call answers that only changes something; the names are MongoDB's, as the spec's clients read them. */
export const Updated = z.object({ modifiedCount: z.int() });
export const Deleted = z.object({ deletedCount: z.int() });
export const Inserted = z.object({ insertedId: z.string() });
