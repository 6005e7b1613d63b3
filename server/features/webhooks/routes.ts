import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { webhookEndpoints } from '#contract/webhooks/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { perMinute } from '#server/http/limits/limits.ts';
import { problemWords } from '#server/services/outside/problems.ts';
import { addWebhook } from './add-webhook.ts';
import { deleteWebhook, redeliverMessages, resendMessage, resumeWebhook } from './change-webhook.ts';
import { bodyOf } from './notices.ts';
import { insertTest } from './notify-webhooks.ts';
import * as queries from './queries.ts';

export type WebhookOptions = {
  db: Db;
  now: () => number;
  /** Names of hosts that may be called wherever they lead. */
  allowedHosts: readonly string[];
  rateLimitFactor: number;
};

const shown = (message: queries.ShownMessage) => ({
  ...message,
  body: bodyOf(message),
  problem: message.problem && problemWords(message.problem),
});

/** An admin who mends a receiver tries again and again; each try calls it. */
const TRIES_PER_MINUTE = 10;

export const webhookRoutes: FastifyPluginAsyncZod<WebhookOptions> = async (
  app,
  { db, now, allowedHosts, rateLimitFactor },
) => {
  const countTry = perMinute<FastifyRequest>(TRIES_PER_MINUTE * rateLimitFactor, {
    key: ({ user }) => user._id,
  });

  app.route({ ...webhookEndpoints.listWebhooks, handler: () => queries.findWebhooks(db) });

  app.route({
    ...webhookEndpoints.addWebhook,
    handler: ({ body, user }) => addWebhook(db, body, { actor: user, allowedHosts, now: now() }),
  });

  app.route({
    ...webhookEndpoints.deleteWebhook,
    handler: async ({ params, user }) => {
      await deleteWebhook(db, { id: params.id, actor: user, now: now() });
      return { deletedCount: 1 };
    },
  });

  app.route({
    ...webhookEndpoints.resumeWebhook,
    handler: async ({ params, user }) => {
      await resumeWebhook(db, { id: params.id, actor: user, now: now() });
      return { modifiedCount: 1 };
    },
  });

  app.route({
    ...webhookEndpoints.testWebhook,
    handler: async (request) => {
      countTry(request);
      const webhook = await queries.findWebhook(db, request.params.id);
      ensure(webhook, 'webhook-not-found');
      const message = await queries.findMessage(db, await insertTest(db, webhook, now()));
      ensure(message, 'webhook-not-found');
      return shown(message);
    },
  });

  app.route({
    ...webhookEndpoints.redeliverMessages,
    handler: async (request) => {
      countTry(request);
      const { params, body } = request;
      return { modifiedCount: await redeliverMessages(db, { id: params.id, ...body, now: now() }) };
    },
  });

  app.route({
    ...webhookEndpoints.listWebhookMessages,
    handler: async ({ query }) => {
      const page = await queries.findMessages(db, query);
      return { ...page, items: page.items.map(shown) };
    },
  });

  app.route({
    ...webhookEndpoints.resendWebhookMessage,
    handler: async (request) => {
      countTry(request);
      await resendMessage(db, { id: request.params.id, now: now() });
      return { modifiedCount: 1 };
    },
  });
};
