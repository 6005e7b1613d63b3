import * as z from 'zod/mini';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from './calls.ts';

const NO_ADDRESS = 'Enter a web address such as https://office.example.org/cadenza.';

/**
 * Whether a text is an address that can be called: without a password in it, and without what no server is
 * ever sent.
 */
function isCallable(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}

/** What an admin says of a new webhook. Whether its host may be reached is for the server to say. */
export const WebhookDraft = z.object({
  url: z
    .string()
    .check(
      z.trim(),
      z.maxLength(WEBHOOK_URL_MAX, `Use an address of at most ${WEBHOOK_URL_MAX} characters.`),
      z.refine(isCallable, { error: NO_ADDRESS }),
    ),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .check(
      z.minLength(1, 'Choose at least one event.'),
      z.maxLength(WEBHOOK_EVENTS.length, 'Choose each once.'),
    ),
});
