import * as z from 'zod';
import { cardConfig, cardFaults, cardVariables } from './cards.ts';
import { ConfigError } from './faults.ts';
import { readFiles } from './files.ts';
import { identityConfig, identityFaults, identityVariables } from './identity.ts';
import { imageConfig, imageFaults, imageVariables } from './images.ts';
import { lessonFileConfig, lessonFileVariables } from './lesson-files.ts';
import { mailConfig, mailFaults, mailVariables } from './mail.ts';
import { rehearsalConfig, rehearsalFaults, rehearsalVariables } from './rehearsal.ts';
import { schoolConfig, schoolFaults, schoolVariables } from './school.ts';
import { siteConfig, siteFaults, siteVariables } from './site.ts';
import { webhookConfig, webhookVariables } from './webhooks.ts';

export { ConfigError } from './faults.ts';
export type { FirstVariable } from './school.ts';

const Environment = z.object({
  ...siteVariables.shape,
  ...schoolVariables.shape,
  ...mailVariables.shape,
  ...identityVariables.shape,
  ...cardVariables.shape,
  ...imageVariables.shape,
  ...lessonFileVariables.shape,
  ...webhookVariables.shape,
  ...rehearsalVariables.shape,
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the environment into what the product runs by. Throws `ConfigError` with one sentence per fault. */
export function readConfig(source: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(readFiles(source));
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => issue.message));
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const hostedIdentity = env.FIREBASE_PROJECT_ID !== undefined;
  const isDemo = !production && !hostedIdentity;

  const faults = [
    ...siteFaults(env),
    ...schoolFaults(env, { production, hostedIdentity }),
    ...mailFaults(env, { production }),
    ...identityFaults(env),
    ...cardFaults(env, { production }),
    ...imageFaults(env),
    ...rehearsalFaults(env, { production }),
  ];
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    /** The demo school: its passwords are public, so it never uses a hosted identity service. */
    isDemo,
    ...siteConfig(env),
    ...schoolConfig(env, { hostedIdentity }),
    ...mailConfig(env),
    ...identityConfig(env, { isDemo, production }),
    ...cardConfig(env),
    ...imageConfig(env),
    ...lessonFileConfig(env),
    ...webhookConfig(env),
    ...rehearsalConfig(env),
  };
}
