import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import {
  ById,
  Deleted,
  Id,
  lenient,
  Moment,
  Money,
  PageQuery,
  pageOf,
  Updated,
} from '#contract/primitives.schema.ts';
import { WEBHOOK_EVENTS, WEBHOOK_SUBJECTS, webhookCalls } from './calls.ts';
import { WebhookDraft } from './form.ts';

export const Webhook = z.object({
  _id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** 0 where it was made before 0.3.0 and is told as then; 1 where it is told of ids, in order. */
  version: z.int(),
  /** The admin who added it; null once their account was deleted. */
  madeby: z.string().nullable(),
  createdat: Moment,
  /** Since when no message has arrived; null while they do. */
  failingsince: Moment.nullable(),
  /** Since when nothing is sent any more, because nothing arrived for days. */
  stoppedat: Moment.nullable(),
});

/** The only answer that carries what its messages are signed with. */
export const NewWebhook = Webhook.extend({ secret: z.string() });

/**
 * What all events of an enrolment name: ids, as `GET /users`, `/rosters` and `/class` give them, and nobody's
 * name or address.
 */
const Enrolment = z.object({
  /** The id of the order and of its enrolment. */
  enrolmentid: z.string(),
  /** Null for a payment that named no class. */
  classid: z.string().nullable(),
  learnerid: z.string(),
  /** The account that pays; null once it was deleted. */
  userid: z.string().nullable(),
  amount: Money,
  currency: z.string(),
});

/** What each event tells a webhook of version 0. `timestamp` is when it happened, not when it is sent. */
export const WebhookPayload = z.discriminatedUnion('type', [
  z.object({ type: z.literal('enrolled'), timestamp: Moment, data: Enrolment }),
  z.object({ type: z.literal('cancelled'), timestamp: Moment, data: Enrolment }),
  z.object({
    type: z.literal('moved'),
    timestamp: Moment,
    /** `learnerid` has the place from then on. */
    data: Enrolment.extend({ previouslearnerid: z.string() }),
  }),
  z.object({
    type: z.literal('refunded'),
    timestamp: Moment,
    /** `amount` is what went back this once: a payment may go back in parts. */
    data: Enrolment.extend({
      /**
       * The card service's id of the refund or of the dispute that was lost; of money given back by hand an
       * id of the school's.
       */
      refundid: z.string(),
      kind: z.enum(['refund', 'chargeback', 'cash_refund', 'transfer_refund']),
    }),
  }),
  z.object({
    type: z.literal('class.approved'),
    timestamp: Moment,
    data: z.object({ classid: z.string(), instructorid: z.string().nullable() }),
  }),
  z.object({
    type: z.literal('absence.noted'),
    timestamp: Moment,
    /** A learner will miss a lesson, as who looks after them says. */
    data: z.object({ lessonid: z.string(), classid: z.string(), learnerid: z.string() }),
  }),
  z.object({
    type: z.literal('register.saved'),
    timestamp: Moment,
    /** Of a lesson in which marks were made or changed. */
    data: z.object({ lessonid: z.string(), classid: z.string() }),
  }),
  z.object({
    type: z.literal('person.erased'),
    timestamp: Moment,
    /** By which the receiver finds what it keeps of the person, to delete it too. */
    data: z.object({ userid: z.string(), learnerid: z.string() }),
  }),
  z.object({ type: z.literal('test'), timestamp: Moment, data: z.object({ webhookid: z.string() }) }),
]);

const idOf = {
  account: { userid: z.string() },
  learner: { learnerid: z.string() },
  child: { learnerid: z.string(), userid: z.string() },
  class: { classid: z.string() },
  lesson: { lessonid: z.string(), classid: z.string() },
  invoice: { invoiceid: z.string(), userid: z.string().nullable() },
};

const guardianIds = { learnerid: z.string(), guardianid: z.string() };

const enrolmentIds = {
  enrolmentid: z.string(),
  classid: z.string().nullable(),
  learnerid: z.string(),
  userid: z.string().nullable(),
};

/** A message to a webhook of version 1: ids alone, and where to read what they name. */
const notice = <const T extends string, D extends z.core.$ZodLooseShape>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    /** The same as `webhook-id`. */
    id: z.string(),
    /** When it happened. */
    at: Moment,
    /** Grows with each message of one subject, and from one to another of a webhook it may leave some out. */
    sequence: z.int(),
    /** What it speaks of; null for a test alone. */
    subject: z.object({ kind: z.enum(WEBHOOK_SUBJECTS), id: z.string() }).nullable(),
    data: z.object(data),
    /** Below the school's address; null where there is nothing to read. */
    url: z.string().nullable(),
  });

/** What each event tells a webhook of version 1. */
export const WebhookNotice = z.discriminatedUnion('type', [
  notice('account.added', idOf.account),
  notice('account.changed', idOf.account),
  notice('child.added', idOf.child),
  notice('child.changed', idOf.child),
  notice('child.removed', idOf.learner),
  notice('guardian.added', guardianIds),
  notice('guardian.changed', guardianIds),
  notice('guardian.removed', guardianIds),
  notice('enrolled', enrolmentIds),
  notice('cancelled', enrolmentIds),
  notice('moved', { ...enrolmentIds, previouslearnerid: z.string() }),
  notice('payment.noted', {
    movementid: z.string(),
    /** Null where it paid no single place. */
    enrolmentid: z.string().nullable(),
    learnerid: z.string().nullable(),
    /** Null once the account was deleted. */
    userid: z.string().nullable(),
  }),
  notice('refunded', { ...enrolmentIds, refundid: z.string() }),
  notice('credit.refunded', { movementid: z.string(), userid: z.string() }),
  notice('place.offered', { entryid: z.string(), classid: z.string(), learnerid: z.string() }),
  notice('class.approved', { ...idOf.class, instructorid: z.string().nullable() }),
  notice('class.changed', idOf.class),
  notice('class.called-off', idOf.class),
  notice('class.removed', idOf.class),
  notice('lesson.moved', idOf.lesson),
  notice('lesson.cancelled', idOf.lesson),
  notice('lesson.substituted', idOf.lesson),
  notice('absence.noted', { ...idOf.lesson, learnerid: z.string() }),
  notice('register.saved', idOf.lesson),
  notice('invoice.issued', idOf.invoice),
  notice('invoice.paid', idOf.invoice),
  notice('invoice.voided', idOf.invoice),
  notice('person.erased', { ...idOf.account, ...idOf.learner }),
  notice('test', { webhookid: z.string() }),
]);

export const WebhookMessage = z.object({
  /** The `webhook-id` of every attempt. */
  _id: Id,
  webhookid: Id,
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  /** The JSON that is sent. */
  body: z.string(),
  createdat: Moment,
  attempts: z.int(),
  /** The HTTP status of the latest answer; null where none came. */
  status: z.int().nullable(),
  /** Why it has not arrived, in words. */
  problem: z.string().nullable(),
  /** When the receiver took it. */
  sentat: Moment.nullable(),
  /** When it is tried again; null where it arrived or was given up. */
  nextat: Moment.nullable(),
  /** When it was given up, a day after it was to arrive; null of a webhook of version 0. */
  givenupat: Moment.nullable(),
});

/** From one moment to another, both included. */
export const Redelivery = z
  .object({ from: Moment, to: Moment })
  .refine(({ from, to }) => from <= to, { ...says('webhooks.range_ends_early'), path: ['to'] });

export const WebhookMessagePage = pageOf(WebhookMessage);

export const webhookEndpoints = withSchemas(webhookCalls, {
  listWebhooks: { summary: 'Every webhook, the newest first.', response: { 200: z.array(Webhook) } },
  addWebhook: {
    summary: 'Adds a webhook; the answer alone carries what its messages are signed with.',
    refusals: ['too-many-webhooks', 'webhook-not-allowed'],
    body: WebhookDraft,
    response: { 200: NewWebhook },
  },
  deleteWebhook: {
    summary: 'Deletes a webhook with its messages; what has not arrived never will.',
    refusals: ['webhook-not-found'],
    params: ById,
    response: { 200: Deleted },
  },
  resumeWebhook: {
    summary:
      'Switches a webhook on again that was stopped, and sends what it missed in the last thirty days.',
    refusals: ['webhook-not-found', 'webhook-not-stopped'],
    params: ById,
    response: { 200: Updated },
  },
  testWebhook: {
    summary: 'Sends a message of the type `test`, whatever events the webhook is for.',
    unlogged: 'A message of a test; the list of messages shows it.',
    refusals: ['webhook-not-found'],
    params: ById,
    response: { 200: WebhookMessage },
  },
  redeliverMessages: {
    summary:
      'Sends again, under their ids and in their order, the messages of a range that arrived or were given up.',
    unlogged: 'Sends again what was sent; the list of messages shows it.',
    refusals: ['webhook-not-found', 'webhook-is-stopped'],
    params: ById,
    body: Redelivery,
    response: { 200: Updated },
  },
  listWebhookMessages: {
    summary: 'One page of the messages of thirty days, the newest first.',
    querystring: PageQuery.extend({ webhook: lenient(Id) }),
    response: { 200: WebhookMessagePage },
  },
  resendWebhookMessage: {
    summary: 'Sends a message again, now, under the same id.',
    unlogged: 'Sends again what was sent; the list of messages shows it.',
    refusals: ['message-not-found', 'webhook-is-stopped'],
    params: ById,
    response: { 200: Updated },
  },
});
