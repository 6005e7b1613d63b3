import type { $ZodType } from 'zod/v4/core';

export type Role = 'admin' | 'instructor' | 'student';

/**
 * Who may make a call. `everyone` needs no token, `identity` an ID token of the identity service; a record names the
 * roles that an access token must carry. `self`: an `email` in the path or body must be the caller's own.
 */
export type Access = 'everyone' | 'identity' | { readonly [R in Role]?: 'any' | 'self' };

/** What public pages are made of. */
export type PublicContent = 'classes' | 'instructors' | 'blogs';

/** The half of an endpoint that the browser needs too: plain data. `url` is a Fastify path below `/api`. */
export type Call = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly config: {
    readonly access: Access;
    /** What it reads of public content: a page that calls it shows that. */
    readonly shows?: PublicContent;
    /** What of it is different once the call has succeeded: pages that show that are rendered anew. */
    readonly changes?: readonly PublicContent[];
  };
};

export type Calls = { readonly [name: string]: Call };

/** The half that the server alone loads: what goes in and comes out, as zod schemas. */
export type CallSchema = {
  readonly params?: $ZodType;
  readonly querystring?: $ZodType;
  readonly body?: $ZodType;
  readonly response: { readonly [status: number]: $ZodType };
};

/** The static half of a Fastify route: spread it into `app.route`. */
export type Endpoint = Call & { readonly schema: CallSchema };

/** Joins the two halves of a noun's calls by name; a call without its schema is a type error. */
export function withSchemas<C extends Calls, const S extends { [N in keyof C]: CallSchema }>(
  calls: C,
  schemas: S,
) {
  const joined = Object.entries(calls).map(([name, call]) => [name, { ...call, schema: schemas[name] }]);
  return Object.fromEntries(joined) as { [N in keyof C]: C[N] & { schema: S[N] } };
}
