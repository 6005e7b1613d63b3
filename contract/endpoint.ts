import type { $ZodType } from 'zod/v4/core';
import type { ErrorCode } from './errors.ts';

/** Who runs the school: `admin` all of it, `office` people, enrolments, lessons and money by hand. */
export type OfficeRole = 'admin' | 'office';
export type Role = OfficeRole | 'instructor' | 'student';

/** Kinds of row that a call names by the `id` in its path. */
export type OwnedRow =
  | 'blog'
  | 'class'
  /** A class that the caller teaches, or has a lesson of on this day. */
  | 'roster'
  | 'lesson'
  /** A lesson that the caller teaches, or of a class of the caller's. */
  | 'taught'
  /**
   * The same where the children in it are named: a substitute is told of them from the day before the lesson until
   * its register closes.
   */
  | 'register'
  /** One of these, or one in which a learner of the caller's family had a place. */
  | 'attended'
  /** A file of a lesson that the caller attended or taught; one of a lesson that the caller taught. */
  | 'file'
  | 'taughtfile'
  | 'instructor'
  /** A class or a post of the caller's, who teaches; a note beside one; a note that the caller wrote, as an admin. */
  | 'review'
  | 'reviewnote'
  | 'writtennote'
  | 'selection'
  | 'enrolment'
  | 'receipt'
  | 'invoice'
  | 'waitlist'
  | 'wish'
  | 'learner';

/**
 * What must be the caller's own: an address in the request, or the row that the path names. One hook checks
 * it.
 */
export type Own = 'params.email' | 'body.email' | OwnedRow;

/** What programs read a list of by an API key, `/v1/<noun>`. */
export const LIST_NOUNS = [
  'classes',
  'terms',
  'rooms',
  'lessons',
  'people',
  'families',
  'enrolments',
  'waitlist',
  'attendance',
  'charges',
  'invoices',
  'movements',
  'posts',
] as const;
export type ListNoun = (typeof LIST_NOUNS)[number];

/** What programs write. */
export const WRITE_NOUNS = [
  'lessons',
  'people',
  'families',
  'enrolments',
  'waitlist',
  'attendance',
  'charges',
  'movements',
  'posts',
  'webhooks',
] as const satisfies readonly (ListNoun | 'webhooks')[];
export type WriteNoun = (typeof WRITE_NOUNS)[number];

/**
 * What an API key of a school opened before there was `/v1`, by the calls of the website: `read` what the school
 * offers and its figures, `people` who is in it and what they changed, `money` what was paid and by whom.
 */
export type OldKeyScope = 'read' | 'people' | 'money';

/** What an API key of the school's own integrations opens: a noun of `/v1` and a verb. */
export type KeyScope = `${ListNoun}:read` | `${WriteNoun}:write` | OldKeyScope;

/** For each role, whether a call is for `any` row or only for the caller's own. */
export type RoleAccess = { readonly [R in Role]?: 'any' | { readonly self: Own } };

/**
 * Who may make a call. `everyone` needs no token, `identity` an ID token of the identity service; a record
 * names the roles that an access token must carry, and the scope of an API key that may make it. Beside people
 * a key makes only calls that read, and that admins make of any; calls under `/v1` are for keys alone, `any` of
 * them for a key of whatever scopes.
 */
export type Access = 'everyone' | 'identity' | (RoleAccess & { readonly key?: KeyScope | 'any' });

/** Every role, own rows only: a former student who becomes an instructor still owns what they paid for. */
export const ownOfEveryRole = <O extends Own>(self: O) =>
  ({ student: { self }, instructor: { self }, office: { self }, admin: { self } }) as const;

/**
 * Kinds of public content. The timetable is apart from the classes, which change with every seat that is
 * taken.
 */
export type PublicContent = 'classes' | 'timetable' | 'instructors' | 'blogs' | 'texts' | 'school' | 'wishes';

/** The half of an endpoint that the browser needs too: plain data. `url` is a Fastify path below `/api`. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly config: {
    readonly access: Access;
    /** Whether the caller must have signed in within the last minutes: a session left open is not enough. */
    readonly recentSignIn?: true;
    /** The public content that the call reads, and that a page shows which makes it. */
    readonly shows?: PublicContent;
    /** Whether what it shows has words of ours, in the language of the request. */
    readonly isWorded?: true;
    /** The public content that the call changes: pages that show it are rendered again. */
    readonly changes?: readonly PublicContent[];
  };
};

export type Calls = { readonly [name: string]: Call };

/** The half that only the server loads: a summary, zod schemas of input and output, and the refusals. */
export type CallSchema = {
  readonly summary: string;
  readonly params?: $ZodType;
  readonly querystring?: $ZodType;
  readonly body?: $ZodType;
  readonly response: { readonly [status: number]: $ZodType };
  /**
   * For a whole list, the call that gives its pages: a list too long for one answer is refused with
   * `too-many-rows`.
   */
  readonly pagedBy?: Call;
  /** Why a call that changes something adds nothing to the school's log. */
  readonly unlogged?: string;
  /** Its own refusals, in addition to those that follow from its access and its input (`refusalsOf`). */
  readonly refusals?: readonly ErrorCode[];
};

/** The static half of a Fastify route: spread it into `app.route`. */
export type Endpoint = Call & { readonly schema: CallSchema };

type Joined<N> = (
  N[keyof N] extends infer C
    ? C extends unknown
      ? (calls: C) => void
      : never
    : never
) extends (calls: infer All) => void
  ? All
  : never;

/** Joins the calls of all nouns. Throws where two have the same name. */
export function joinNouns<N extends { readonly [noun: string]: object }>(nouns: N): Joined<N> {
  const entries = Object.values(nouns).flatMap((calls) => Object.entries(calls));
  const calls = Object.fromEntries(entries);
  if (Object.keys(calls).length < entries.length) throw new Error('Two nouns have a call of the same name.');
  return calls as Joined<N>;
}

/** Joins the two halves of a noun's calls by name; a call without its schema is a type error. */
export function withSchemas<C extends Calls, const S extends { [N in keyof C]: CallSchema }>(
  calls: C,
  schemas: S,
) {
  const joined = Object.entries(calls).map(([name, call]) => [name, { ...call, schema: schemas[name] }]);
  return Object.fromEntries(joined) as { [N in keyof C]: C[N] & { schema: S[N] } };
}
