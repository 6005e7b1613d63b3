import * as z from 'zod/mini';
import { says } from '#contract/fields.form.ts';
import { isCallable } from '#contract/outside-address.form.ts';
import { momentOf } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from './calls.ts';

/** What an admin says of a new webhook. Whether its host may be reached is for the server to say. */
export const WebhookDraft = z.object({
  url: z.string().check(
    z.trim(),
    z.maxLength(WEBHOOK_URL_MAX, {
      error: () => t('webhooks.address_too_long', { max: WEBHOOK_URL_MAX }),
    }),
    z.refine(isCallable, says('webhooks.enter_address')),
  ),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .check(
      z.minLength(1, says('webhooks.choose_event')),
      z.maxLength(WEBHOOK_EVENTS.length, says('common.choose_each_once')),
    ),
});

const WallTime = z
  .string()
  .check(z.refine((time) => momentOf(time, 'UTC') !== undefined, says('webhooks.choose_moment')));

/** A range of messages to send again, as the dialog takes it: both moments by the school's clocks. */
export const RedeliveryDraft = z
  .object({
    from: WallTime,
    to: WallTime,
  })
  .check(z.refine(({ from, to }) => from <= to, { ...says('webhooks.range_ends_early'), path: ['to'] }));
