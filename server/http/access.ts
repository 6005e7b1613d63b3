import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { RECENT_SIGN_IN_MS } from '#contract/account/calls.ts';
import type { Access, KeyScope, Own, OwnedRow, PublicContent, RoleAccess } from '#contract/endpoint.ts';
import { V1 } from '#contract/v1/calls.ts';
import { findActing } from '#server/auth/acting.ts';
import { type CallingKey, isApiKey, mayComeFrom } from '#server/auth/api-keys.ts';
import { bearerOf } from '#server/auth/bearer.ts';
import type { Caller, SignedIn } from '#server/auth/queries.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { ensure } from './errors.ts';

/** Whether a route is one of the calls for programs. */
const isV1 = (url: string | undefined) => url?.startsWith(`/api${V1}`) === true;

/** Of a call of the website that a key makes (RFC 9745, RFC 8594): since when it should not, and until when it can. */
const DEPRECATED = {
  deprecation: `@${Date.UTC(2026, 10, 28) / 1000}`,
  sunset: new Date(Date.UTC(2027, 4, 31)).toUTCString(),
  link: '</api/docs>; rel="deprecation"; type="text/html"',
};

/** Who a token speaks of. */
export type Callers = {
  now(): number;
  /** By an access token, at this moment; null when it, its session or its sign-in no longer counts. */
  resolve(token: string): Promise<SignedIn | null>;
  /** By an ID token of the identity service. Throws `session-ended`. */
  verify(token: string): Promise<Identity>;
  /** By an API key, at this moment; null where it counts no longer. */
  resolveKey(secret: string): Promise<CallingKey | null>;
  /** Notes that the key makes a call that it may make. */
  noteUse(key: CallingKey): Promise<void>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    recentSignIn?: true;
    changes?: readonly PublicContent[];
  }
  interface FastifyRequest {
    /** Who calls, as the database knows them now. */
    caller: SignedIn | null;
    /** Who the identity service says is calling; only on calls with access `identity`. */
    verified: Identity | null;
    /** The API key that calls: a program, not a person. */
    key: CallingKey | null;
    /** The caller of a call that only signed-in people may make. Throws `unauthenticated` elsewhere. */
    readonly user: SignedIn;
    /** The identity of a call with access `identity`. Throws `unauthenticated` elsewhere. */
    readonly identity: Identity;
  }
}

/** By the kind of row: throws the call's refusal unless the row with this id is the caller's own. */
export type OwnedRows = { readonly [R in OwnedRow]?: (id: string, caller: Caller) => Promise<void> };

/**
 * The hooks that enforce what the contract declares. A route without a declared access, or with one that
 * cannot be checked, does not boot.
 */
export function enforceAccess(app: FastifyInstance, callers: Callers, owned: OwnedRows) {
  app.decorateRequest('caller', null);
  app.decorateRequest('verified', null);
  app.decorateRequest('key', null);
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      ensure(this.caller, 'unauthenticated');
      return this.caller;
    },
  });
  app.decorateRequest('identity', {
    getter(this: FastifyRequest) {
      ensure(this.verified, 'unauthenticated');
      return this.verified;
    },
  });

  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (!config?.access) throw new Error(`${method} ${url} declares no access.`);
    if (typeof config.access !== 'object') return;
    const { key, ...roles } = config.access;
    if (isV1(url) !== (Object.keys(roles).length === 0))
      throw new Error(`${method} ${url} is neither for people nor among the calls for programs.`);
    const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
    if (key && !isV1(url) && !(isRead && roles.admin === 'any'))
      throw new Error(`${method} ${url} is not a call by which admins read: no API key may make it.`);
    for (const one of Object.values<RoleAccess['admin']>(roles))
      if (typeof one === 'object' && !isCheckable(one.self, { schema, owned }))
        throw new Error(`${method} ${url} has nothing by which ${one.self} could be the caller’s own.`);
  });

  app.addHook('onRequest', async (request, reply) => {
    const { access, recentSignIn } = request.routeOptions.config;
    const ensureRecent = ({ authTime }: { authTime: number }) =>
      ensure(!recentSignIn || callers.now() - authTime <= RECENT_SIGN_IN_MS, 'sign-in-too-old');
    const acting = findActing();
    if (acting) {
      request.caller = acting.caller;
      ensure(typeof access === 'object' && access[acting.caller.role], 'key-forbidden');
      return;
    }
    const bearer = bearerOf(request);
    if (bearer && isApiKey(bearer)) {
      // What everyone may see, a key sees as everyone does.
      if (access === 'everyone') return;
      request.key = await admitKey(callers, bearer, request);
      if (!isV1(request.routeOptions.url)) reply.headers(DEPRECATED);
      return;
    }
    if (access === 'identity') {
      ensure(bearer, 'unauthenticated');
      request.verified = await callers.verify(bearer);
      ensureRecent(request.verified);
      return;
    }
    const signedIn = bearer ? await callers.resolve(bearer) : null;
    // What everyone may see, who has to show a second factor first sees as everyone does.
    request.caller = signedIn?.lacksFactor ? null : signedIn;
    // Every answer says which role the caller has now, so that screens follow a change at the next call.
    if (request.caller) reply.header('x-role', request.caller.role);
    if (access === 'everyone') return;
    ensure(!signedIn?.lacksFactor, 'second-factor-required');
    ensure(request.caller, bearer ? 'session-ended' : 'unauthenticated');
    ensure(access?.[request.caller.role], 'forbidden');
    ensureRecent({ authTime: request.caller.authtime });
  });

  // Another's address is refused before anything else is said of the request.
  app.addHook('preValidation', async (request) => {
    const own = ownOf(request);
    if (own !== 'params.email' && own !== 'body.email') return;
    const email = fieldOf(own === 'params.email' ? request.params : request.body, 'email');
    // Anything else is no address, which is said next.
    if (typeof email === 'string') ensure(email.trim().toLowerCase() === request.caller?.email, 'forbidden');
  });

  app.addHook('preHandler', async (request) => {
    const own = ownOf(request);
    if (!own || own === 'params.email' || own === 'body.email') return;
    const requireOwn = owned[own];
    ensure(requireOwn, 'forbidden');
    await requireOwn(String(fieldOf(request.params, 'id')), request.user);
  });
}

/**
 * The key that calls, noted as used. Throws `key-unknown`, `key-elsewhere` from an address that is none of the
 * key's, and `key-forbidden` where the call is not for a key of its scopes.
 */
async function admitKey(callers: Callers, secret: string, request: FastifyRequest): Promise<CallingKey> {
  const { access } = request.routeOptions.config;
  const key = await callers.resolveKey(secret);
  ensure(key, 'key-unknown');
  ensure(mayComeFrom(key, request.ip), 'key-elsewhere');
  const needed: KeyScope | 'any' | undefined = typeof access === 'object' ? access.key : undefined;
  ensure(needed === 'any' || (needed && key.scopes.includes(needed)), 'key-forbidden');
  await callers.noteUse(key);
  return key;
}

/** What of a request must be the caller's own; undefined where nothing must. */
function ownOf({ caller, routeOptions }: FastifyRequest): Own | undefined {
  const { access } = routeOptions.config;
  const allowed = caller && typeof access === 'object' ? access[caller.role] : undefined;
  return typeof allowed === 'object' ? allowed.self : undefined;
}

function isCheckable(self: Own, { schema, owned }: { schema?: FastifySchema; owned: OwnedRows }): boolean {
  const has = (part: unknown, field: string) => fieldOf(fieldOf(part, 'shape'), field) !== undefined;
  if (self === 'params.email') return has(schema?.params, 'email');
  if (self === 'body.email') return has(schema?.body, 'email');
  return has(schema?.params, 'id') && owned[self] !== undefined;
}

/** What of a request is not checked yet may be anything. */
const fieldOf = (part: unknown, field: string): unknown =>
  typeof part === 'object' && part !== null ? Reflect.get(part, field) : undefined;
