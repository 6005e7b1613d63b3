import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AuthorizationResponseError } from 'openid-client';
import * as z from 'zod';
import { readEmail } from '#embedded/identity/accounts/accounts.ts';
import type { DemoPerson, Identity } from '#embedded/identity/options.ts';
import type { ProviderId } from '#embedded/identity/tables.ts';
import { type Person, signAssertion } from '#embedded/identity/tokens/assertions.ts';
import { isLanguage } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';
import { findFlow, forgetFlow, keepFlow, type PendingFlow } from './flow-cookie.ts';
import { chooserPage, closingPage, policyOf } from './html.ts';
import type { OAuthProvider } from './oauth.ts';
import { isOn, oauthProviders, PROVIDER_NAMES } from './providers.ts';

type Options = { identity: Identity; originOf: (request: FastifyRequest) => string };

/** What the opener asks for; `state` is its own random text, given back to it. */
const PopupQuery = z.object({
  provider: z.enum(['google.com', 'github.com']),
  state: z.string().regex(/^[\w-]{16,128}$/),
  apiKey: z.string(),
  /** The language of the page that opened it. */
  lang: z.string().optional(),
});
const Chosen = PopupQuery.extend({ person: z.string().max(4) });

/** In the language that the opener names, where there is such; else in that of the request. */
const speaking = <Result>(lang: unknown, work: () => Result): Result =>
  typeof lang === 'string' && isLanguage(lang) ? withLanguage(lang, work) : work();

const langOf = (given: unknown) => (given as { lang?: unknown } | null)?.lang;

/**
 * A popup that has been at another origin keeps its opener only without an opener policy; the app around us
 * may set one.
 */
const KEEP_OPENER = { 'cross-origin-opener-policy': 'unsafe-none' };

/** Sends a page under a policy that allows its own style and script alone. */
function sendPage(reply: FastifyReply, pageOf: (nonce: string) => string, status = 200) {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .headers({
      ...KEEP_OPENER,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(nonce),
      'referrer-policy': 'no-referrer',
    })
    .send(pageOf(nonce));
}

const sendUnusable = (reply: FastifyReply, status = 400) =>
  sendPage(reply, (nonce) => closingPage(undefined, t('identity.cannot_go_on'), nonce), status);

/** `error` is the end of the SDK's code, `auth/…`. */
const sendRefusal = (reply: FastifyReply, state: string, error: string, sentence: string) =>
  sendPage(reply, (nonce) => closingPage({ type: 'cadenza:idp', state, error }, sentence, nonce));

const demoPerson = (
  provider: ProviderId,
  { name, email, picture, emailVerified = true }: DemoPerson,
): Person => ({
  provider,
  sub: createHash('sha256').update(`${provider} ${email}`).digest().readUIntBE(0, 6).toString(),
  email: readEmail(email),
  emailVerified,
  name,
  picture,
  ...(provider === 'github.com' && { screenName: email.split('@')[0] }),
});

/**
 * The popup of a social sign-in: `/identity/popup` sends it to the provider, or shows the demo people, and
 * either way ends in a page that posts `{ type: 'cadenza:idp', state, postBody }` or `{ …, error }` to its
 * opener.
 */
export const popupPages: FastifyPluginAsync<Options> = async (app, { identity, originOf }) => {
  const { providers, apiKey, schoolName } = identity;
  const clients = oauthProviders(providers);

  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return sendUnusable(reply, status);
  });

  async function sendPerson(reply: FastifyReply, state: string, person: Person) {
    const idToken = await signAssertion(identity, person);
    const postBody = new URLSearchParams({ id_token: idToken, providerId: person.provider }).toString();
    const message = { type: 'cadenza:idp' as const, state, postBody };
    return sendPage(reply, (nonce) => closingPage(message, t('identity.signed_in'), nonce));
  }

  app.get('/identity/popup', (request, reply) => speaking(langOf(request.query), () => open(request, reply)));

  async function open(request: FastifyRequest, reply: FastifyReply) {
    const { success, data: query } = PopupQuery.safeParse(request.query);
    if (!success || query.apiKey !== apiKey) return sendUnusable(reply);
    const { provider, state } = query;
    const name = PROVIDER_NAMES[provider];
    if (!isOn(providers, provider)) {
      return sendRefusal(reply, state, 'operation-not-allowed', t('identity.not_set_up', { provider: name }));
    }
    const client = clients[provider];
    if (!client) {
      const people = providers.demoPeople ?? [];
      const chooser = { school: await schoolName(), provider: name, people, fields: query };
      return sendPage(reply, (nonce) => chooserPage(chooser, nonce));
    }
    const origin = originOf(request);
    try {
      const { url, flow } = await client.leave(`${origin}/identity/callback`);
      const pending = { ...flow, provider, popupState: state, lang: query.lang };
      return reply.header('set-cookie', await keepFlow(identity, pending, origin)).redirect(url.href, 303);
    } catch (error) {
      request.log.error(error);
      return sendRefusal(reply, state, 'network-request-failed', t('identity.no_answer', { provider: name }));
    }
  }

  app.post('/identity/popup', (request, reply) =>
    speaking(langOf(request.body), () => choose(request, reply)),
  );

  async function choose(request: FastifyRequest, reply: FastifyReply) {
    const { success, data: chosen } = Chosen.safeParse(request.body);
    if (!success || chosen.apiKey !== apiKey || clients[chosen.provider]) return sendUnusable(reply);
    if (chosen.person === '') {
      return sendRefusal(reply, chosen.state, 'user-cancelled', t('identity.not_signed_in'));
    }
    const person = providers.demoPeople?.[Number(chosen.person)];
    if (!person) return sendUnusable(reply);
    return sendPerson(reply, chosen.state, demoPerson(chosen.provider, person));
  }

  app.get('/identity/callback', async (request, reply) => {
    const origin = originOf(request);
    const pending = await findFlow(identity, request.headers.cookie);
    const client = pending && clients[pending.provider];
    reply.header('set-cookie', forgetFlow(origin));
    if (!client) return sendUnusable(reply);
    return speaking(pending.lang, () => comeBack(request, reply, { client, pending }));
  });

  async function comeBack(
    request: FastifyRequest,
    reply: FastifyReply,
    { client, pending }: { client: OAuthProvider; pending: PendingFlow },
  ) {
    const { popupState, provider } = pending;
    try {
      const person = await client.comeBack(new URL(request.url, originOf(request)), pending);
      return await sendPerson(reply, popupState, person);
    } catch (error) {
      if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
        return sendRefusal(reply, popupState, 'user-cancelled', t('identity.not_signed_in'));
      }
      request.log.error(error);
      const sentence = t('identity.did_not_work', { provider: PROVIDER_NAMES[provider] });
      return sendRefusal(reply, popupState, 'internal-error', sentence);
    }
  }
};
