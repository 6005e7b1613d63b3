import { readFileSync } from 'node:fs';
import { ConfigError } from './faults.ts';

/** Variables that may name a file instead, as `NAME_FILE`: container platforms hand secrets over so. */
const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'FIREBASE_SERVICE_ACCOUNT',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'IMAGES_S3_SECRET_ACCESS_KEY',
] as const;

type Source = Record<string, string | undefined>;

/**
 * The environment without its empty variables, and with every secret that lies in a file. Throws
 * `ConfigError`.
 */
export function readFiles(source: Source): Source {
  // `.env` files and container settings leave empty variables behind: they mean the same as none.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const faults: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) {
      faults.push(`${name} and ${name}_FILE are both set. Keep one of them.`);
      continue;
    }
    const text = readText(path);
    if (text) given[name] = text;
    else faults.push(`${name}_FILE must name a file that can be read and is not empty.`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return given;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
