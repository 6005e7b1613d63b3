import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AuthorizationResponseError } from 'openid-client';
import * as z from 'zod';
import { readEmail } from '#embedded/identity/accounts/accounts.ts';
import type { DemoPerson, Identity } from '#embedded/identity/options.ts';
import type { ProviderId } from '#embedded/identity/tables.ts';
import { type Person, signAssertion } from '#embedded/identity/tokens/assertions.ts';
import { findFlow, forgetFlow, keepFlow } from './flow-cookie.ts';
import { chooserPage, closingPage, policyOf } from './html.ts';
import { isOn, oauthProviders, PROVIDER_NAMES } from './providers.ts';

type Options = { identity: Identity; originOf: (request: FastifyRequest) => string };

/** What the opener asks for; `state` is its own random text, given back to it. */
const PopupQuery = z.object({
  provider: z.enum(['google.com', 'github.com']),
  state: z.string().regex(/^[\w-]{16,128}$/),
  apiKey: z.string(),
});
const Chosen = PopupQuery.extend({ person: z.string().max(4) });

const UNUSABLE = 'This sign-in cannot go on. Please start again.';

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
  sendPage(reply, (nonce) => closingPage(undefined, UNUSABLE, nonce), status);

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
    return sendPage(reply, (nonce) => closingPage(message, 'You are signed in.', nonce));
  }

  app.get('/identity/popup', async (request, reply) => {
    const { success, data: query } = PopupQuery.safeParse(request.query);
    if (!success || query.apiKey !== apiKey) return sendUnusable(reply);
    const { provider, state } = query;
    const name = PROVIDER_NAMES[provider];
    if (!isOn(providers, provider)) {
      return sendRefusal(reply, state, 'operation-not-allowed', `${name} is not set up here.`);
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
      const pending = { ...flow, provider, popupState: state };
      return reply.header('set-cookie', await keepFlow(identity, pending, origin)).redirect(url.href, 303);
    } catch (error) {
      request.log.error(error);
      return sendRefusal(reply, state, 'network-request-failed', `${name} does not answer.`);
    }
  });

  app.post('/identity/popup', async (request, reply) => {
    const { success, data: chosen } = Chosen.safeParse(request.body);
    if (!success || chosen.apiKey !== apiKey || clients[chosen.provider]) return sendUnusable(reply);
    if (chosen.person === '') {
      return sendRefusal(reply, chosen.state, 'user-cancelled', 'You did not sign in.');
    }
    const person = providers.demoPeople?.[Number(chosen.person)];
    if (!person) return sendUnusable(reply);
    return sendPerson(reply, chosen.state, demoPerson(chosen.provider, person));
  });

  app.get('/identity/callback', async (request, reply) => {
    const origin = originOf(request);
    const pending = await findFlow(identity, request.headers.cookie);
    const client = pending && clients[pending.provider];
    reply.header('set-cookie', forgetFlow(origin));
    if (!client) return sendUnusable(reply);
    const { popupState, provider } = pending;
    try {
      const person = await client.comeBack(new URL(request.url, origin), pending);
      return await sendPerson(reply, popupState, person);
    } catch (error) {
      if (error instanceof AuthorizationResponseError && error.error === 'access_denied') {
        return sendRefusal(reply, popupState, 'user-cancelled', 'You did not sign in.');
      }
      request.log.error(error);
      const sentence = `Signing in with ${PROVIDER_NAMES[provider]} did not work.`;
      return sendRefusal(reply, popupState, 'internal-error', sentence);
    }
  });
};
