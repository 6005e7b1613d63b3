import * as z from 'zod';
import { ID, ID_MAX, says, text } from './fields.form.ts';
import { SEARCH_WORDS_MAX } from './pages.ts';
import { CHECKOUT_ITEMS_MAX } from './payments/calls.ts';
import { LIST_VALUE_MAX } from './school/calls.ts';
import { isoTime } from './time/iso-time.ts';
import { EMAIL_MAX } from './users/calls.ts';

/** Money on the wire is a number of currency units (`60`, `59.5`); behind it always whole cents. */
export const Money = z.codec(z.number().min(0), z.int(), {
  decode: (units) => Math.round(units * 100),
  encode: (cents) => cents / 100,
});

/** The same, optional: absent on the wire, null behind it. */
export const OptionalMoney = z.codec(z.number().min(0).optional(), z.int().nullable().optional(), {
  decode: (units) => (units === undefined ? null : Math.round(units * 100)),
  encode: (cents) => (cents == null ? undefined : cents / 100),
});

/** The same, for sums that may be negative. */
export const SignedMoney = z.codec(z.number(), z.int(), {
  decode: (units) => Math.round(units * 100),
  encode: (cents) => cents / 100,
});

/** A whole number that may be unknown: absent on the wire, null behind it. */
export const OptionalInt = z.codec(z.int().optional(), z.int().nullable().optional(), {
  decode: (known) => known ?? null,
  encode: (known) => known ?? undefined,
});

/** The same of a text. */
export const OptionalText = z.codec(z.string().optional(), z.string().nullable().optional(), {
  decode: (known) => known ?? null,
  encode: (known) => known ?? undefined,
});

/** A yes or no: boolean on the wire, 0 or 1 in the database. */
export const Flag = z.codec(z.boolean(), z.literal([0, 1]), {
  decode: (yes) => (yes ? 1 : 0),
  encode: (bit) => bit === 1,
});

/** A moment: ISO 8601 on the wire, epoch milliseconds behind it. */
export const Moment = z.codec(z.iso.datetime(), z.int(), {
  decode: (iso) => Date.parse(iso),
  encode: isoTime,
});

/** The same, optional: absent on the wire, null behind it. */
export const OptionalMoment = z.codec(z.iso.datetime().optional(), z.int().nullable().optional(), {
  decode: (iso) => (iso === undefined ? null : Date.parse(iso)),
  encode: (moment) => (moment == null ? undefined : isoTime(moment)),
});

/** A filter from an address that visitors can edit: a value that makes no sense counts as none. */
export const lenient = <T extends z.core.$ZodType<string, string>>(schema: T) =>
  z.optional(schema).catch(undefined);

/** A value of a list that the school chooses from, in an address. */
export const ListValue = z
  .string()
  .min(1)
  .max(LIST_VALUE_MAX)
  .regex(/^\P{Cc}*$/u);

/** The words of a search. */
export const SearchWords = lenient(text(SEARCH_WORDS_MAX));

/** A body that may be left out; then nothing of it is given. */
export const optionalBody = <T extends z.ZodObject>(schema: T) =>
  schema
    .partial()
    .nullish()
    .transform((body) => body ?? {});

/** `TypedId` of calls. */
export const Id = z.string().max(ID_MAX).regex(ID, says('common.no_id'));
export const ById = z.object({ id: Id });
/** By what the link of a mail carries. */
export const ByToken = z.object({ token: Id });
/** Several learners, as many as one payment may have places. */
export const LearnerIds = z.array(Id.min(1)).min(1).max(CHECKOUT_ITEMS_MAX);
export const ByEmail = z.object({
  email: z
    .string()
    .max(EMAIL_MAX)
    .toLowerCase()
    .regex(/^\P{C}*$/u),
});

/** Which page of a long list: the one after or before a row's id; the first where neither is named. */
export const PageQuery = z.object({ after: Id.optional(), before: Id.optional() });

/** How many rows of a list are asked for, at most `max`; all of them, up to what the call gives, where it is left out. */
export const Limit = (max: number) => z.coerce.number().pipe(z.int().min(1).max(max)).optional();

/** The same in an address that visitors can edit: a value that makes no sense leads to the first page. */
export const Place = z.object({ after: lenient(Id), before: lenient(Id) });

/**
 * `dry=1` asks what a change would do, and changes nothing. Anything else is refused, so that nothing is
 * changed by mistake.
 */
export const Dry = z.literal('1', says('common.dry_is_one')).optional();
export const DryQuery = z.object({ dry: Dry });

/**
 * One page of a long list; `previous` and `next` are what to ask with as `before` and `after`, null at an
 * end.
 */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), previous: z.string().nullable(), next: z.string().nullable() });

/** The length of a public list, counted up to `FOUND_MAX` and one more. */
export const FoundTotal = z.int();

/**
 * In which language the columns of a CSV file are headed: that of the request, or by `names` that are the same
 * in each, for programs.
 */
export const CsvHeadings = z.object({ headings: z.enum(['names']).optional() });
/** The same in the documentation of a call. */
export const HEADED =
  'Its headings are in the language of the request; with `headings=names` they are the same in each.';

/** A file of comma-separated values (RFC 4180) in UTF-8, byte order mark included. */
export const CsvFile = z.string();
/** A file that is saved as it is; it comes in parts. */
export const StoredFile = z.string();
/** A page of HTML, to be shown and printed by itself. */
export const HtmlPage = z.string();
/** A file of PDF. */
export const PdfFile = z.string();
/** A file of iCalendar objects (RFC 5545). */
export const CalendarFile = z.string();

/**
 * The version that the caller read of the row to change; the call is refused if the row has changed since.
 */
export const Seen = z.object({ version: z.int() }).partial();
/** The same for a body with nothing else in it, such as that of a deletion. */
export const SeenOnly = optionalBody(z.object({ version: z.int() }));

/**
 * The answer of a call that only changes a row; the names are MongoDB's, as the clients of the specification
 * read them.
 */
export const Updated = z.object({ modifiedCount: z.int() });
export const Deleted = z.object({ deletedCount: z.int() });
export const Inserted = z.object({ insertedId: z.string() });
