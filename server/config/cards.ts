import * as z from 'zod';
import { incomplete, needing } from './faults.ts';
import { Secret, secret } from './secret.ts';
import { onOff, url, withoutSlash } from './values.ts';

const PUBLISHABLE = /^pk_(live|test)_\w+$/;
const SECRET = /^[sr]k_(live|test)_\w+$/;

export const cardVariables = z.object({
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(PUBLISHABLE, 'STRIPE_PUBLISHABLE_KEY must begin with pk_live_ or pk_test_.')
    .optional(),
  STRIPE_SECRET_KEY: secret(
    z
      .string()
      .regex(
        SECRET,
        'STRIPE_SECRET_KEY must begin with sk_live_ or rk_live_, or with sk_test_ or rk_test_ for tests.',
      ),
  ),
  STRIPE_WEBHOOK_SECRET: secret(
    z.string().regex(/^whsec_\S+$/, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'),
  ),
  STRIPE_BASE_URL: url('STRIPE_BASE_URL').optional(),
  CARD_TEST_MODE: onOff('CARD_TEST_MODE').default(false),
  CARD_SANDBOX: onOff('CARD_SANDBOX').default(false),
});

const isLive = (key: Secret | string | undefined) =>
  /^.k_live_/.test(key instanceof Secret ? key.reveal() : (key ?? ''));

type Env = z.output<typeof cardVariables>;

export function cardFaults(env: Env, { production }: { production: boolean }): string[] {
  const faults = incomplete(env, ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  faults.push(...needing(env, 'STRIPE_BASE_URL', 'STRIPE_SECRET_KEY'));
  const publishable = PUBLISHABLE.exec(env.STRIPE_PUBLISHABLE_KEY ?? '')?.[1];
  const mode = SECRET.exec(env.STRIPE_SECRET_KEY?.reveal() ?? '')?.[1];
  if (publishable && mode && publishable !== mode)
    faults.push('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both be test keys.');
  else if (production && mode === 'test' && !env.CARD_TEST_MODE)
    faults.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be live keys, or CARD_TEST_MODE=on to take no real money.',
    );
  const live = (['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const).filter((name) => isLive(env[name]));
  if (!production && live.length > 0)
    faults.push(`${live.join(' and ')} would take real money: set NODE_ENV=production, or test keys.`);
  if (production && !env.STRIPE_SECRET_KEY && !env.CARD_SANDBOX)
    faults.push(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set, or CARD_SANDBOX=on to take no real money.',
    );
  return faults;
}

export const cardConfig = (env: Env) => ({
  cards: {
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_cadenza',
    /**
     * The hosted service; the embedded one makes its own keys. `baseUrl` is where another than the vendor's
     * own answers.
     */
    hosted:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            baseUrl: withoutSlash(env.STRIPE_BASE_URL),
          }
        : undefined,
  },
});
