import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** What a webhook's messages are signed with, as receivers' libraries take it. */
export const newSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

type Message = { id: string; body: string; now: number };

/**
 * The headers of one attempt by the Standard Webhooks specification (standardwebhooks.com, "Signature
 * scheme"): HMAC-SHA256 of id, moment in whole seconds and body, with full stops between them.
 */
export function signedHeaders({ id, body, now }: Message, secret: string) {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
