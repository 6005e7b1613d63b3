import type * as z from 'zod/v4/core';
import type { Call, Calls } from './endpoint.ts';
import type { endpoints } from './endpoints.schema.ts';
import type { Problem } from './errors.ts';

type Endpoints = typeof endpoints;
type In<S, K extends string> = S extends { [P in K]: infer T extends z.$ZodType }
  ? { [P in K]: z.input<T> }
  : unknown;
type Input<S> = In<S, 'params'> & Partial<In<S, 'querystring'>> & In<S, 'body'>;
type Output<S> = S extends { response: { 200: infer T extends z.$ZodType } } ? z.input<T> : never;
type Arguments<S> = object extends Input<S> ? [input?: Input<S>] : [input: Input<S>];

/**
 * One typed function per call, e.g. `api.approveClass({ params: { id } })`; rejects with `ApiError`. Without
 * names it has every call.
 */
export type Api<Names extends keyof Endpoints = keyof Endpoints> = {
  [N in Names]: (...args: Arguments<Endpoints[N]['schema']>) => Promise<Output<Endpoints[N]['schema']>>;
};
/** The names of all calls of these nouns. */
export type NamesOf<N extends readonly Calls[]> = { [I in keyof N]: keyof N[I] }[number] & keyof Endpoints;

/** Carries a call to the server: `path` is below `/api`, `config` says whether a token is needed. */
export type Send = (call: {
  method: string;
  path: string;
  body: unknown;
  config: Call['config'];
}) => Promise<unknown>;

/**
 * A refusal of the server, or a missing answer, as a screen can show it: `message` is a sentence for the
 * reader.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: Problem['code'] | 'network';
  readonly errors: NonNullable<Problem['errors']>;

  constructor(
    problem: Pick<Problem, 'status' | 'detail' | 'errors'> & { code: Problem['code'] | 'network' },
  ) {
    super(problem.detail);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
  }

  /** What the status means for a screen. After `silence` the change may have happened or not. */
  get kind(): 'silence' | 'signed-out' | 'forbidden' | 'missing' | 'gone' | 'too-many' | 'refused' {
    if (this.status === 0 || this.status >= 500) return 'silence';
    return KINDS[this.status] ?? 'refused';
  }
}

const KINDS: { readonly [status: number]: ApiError['kind'] } = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  410: 'gone',
  429: 'too-many',
};

// By its name: on the server a page and the call that it makes have each a copy of the class.
const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** The refusal in an error; undefined for any other error. The only place that recognises one. */
export const apiErrorOf = (error: unknown): ApiError | undefined => (isApiError(error) ? error : undefined);

/** Makes the typed calls of nouns from their plain half; `send` decides how they travel. */
export function createApi<N extends readonly Calls[]>(send: Send, ...nouns: N): Api<NamesOf<N>> {
  const entries = nouns.flatMap((calls) =>
    Object.entries(calls).map(([name, call]) => [name, functionOf(send, call)]),
  );
  return Object.fromEntries(entries) as Api<NamesOf<N>>;
}

const functionOf =
  (send: Send, { method, url, config }: Call) =>
  (
    input: { params?: Record<string, string>; querystring?: Record<string, unknown>; body?: unknown } = {},
  ) => {
    const path = url.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(input.params?.[key] ?? ''));
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input.querystring ?? {})) {
      if (value !== undefined && value !== '') query.set(key, String(value));
    }
    return send({
      method,
      path: query.size ? `${path}?${query}` : path,
      body: input.body,
      config,
    });
  };
