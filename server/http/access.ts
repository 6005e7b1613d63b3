import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access, PublicContent, Role } from '#contract/endpoint.ts';
import type { Caller } from '#server/auth/queries.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { ensure } from './errors.ts';

/** Who a token speaks of. */
export type Callers = {
  /** By an access token, at this moment; null when it, its session or its sign-in no longer counts. */
  resolve(token: string): Promise<Caller | null>;
  /** By an ID token of the identity service. Throws `session-ended`. */
  verify(token: string): Promise<Identity>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    changes?: readonly PublicContent[];
  }
  interface FastifyRequest {
    /** Who calls, as the database knows them now. */
    caller: Caller | null;
    /** Who the identity service says is calling; only on calls with access `identity`. */
    idToken: Identity | null;
    /** The caller of a call that only signed-in people may make. Throws `unauthenticated` elsewhere. */
    readonly user: Caller;
    /** The identity of a call with access `identity`. Throws `unauthenticated` elsewhere. */
    readonly identity: Identity;
  }
}

/** The token of `Authorization: Bearer …` (RFC 6750, section 2.1). */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function emailIn(part: unknown): string | undefined {
  const email = (part as { email?: unknown } | null | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
}

/** The one hook that enforces what the contract declares. A route without a declared access does not boot. */
export function enforceAccess(app: FastifyInstance, callers: Callers) {
  app.decorateRequest('caller', null);
  app.decorateRequest('idToken', null);
  app.decorateRequest('user', {
    getter(this: FastifyRequest) {
      ensure(this.caller, 'unauthenticated');
      return this.caller;
    },
  });
  app.decorateRequest('identity', {
    getter(this: FastifyRequest) {
      ensure(this.idToken, 'unauthenticated');
      return this.idToken;
    },
  });

  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} declares no access.`);
  });

  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access;
    const bearer = bearerOf(request);
    if (access === 'identity') {
      ensure(bearer, 'unauthenticated');
      request.idToken = await callers.verify(bearer);
      return;
    }
    request.caller = bearer ? await callers.resolve(bearer) : null;
    // Every answer says which role counts by now, so that screens follow a change at the next call.
    if (request.caller) reply.header('x-role', request.caller.role);
    if (access === 'everyone') return;
    ensure(request.caller, bearer ? 'session-ended' : 'unauthenticated');
    ensure(access?.[request.caller.role], 'forbidden');
  });

  app.addHook('preValidation', async (request) => {
    const access = request.routeOptions.config.access;
    if (!request.caller || typeof access !== 'object') return;
    if (access[request.caller.role as Role] !== 'self') return;
    for (const named of [emailIn(request.params), emailIn(request.body)]) {
      ensure(named === undefined || named === request.caller.email, 'forbidden');
    }
  });
}
