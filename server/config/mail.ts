import * as z from 'zod';
import { secret } from './secret.ts';

const FROM =
  'MAIL_FROM must be an email address such as office@school.example or School <office@school.example>.';

export const mailVariables = z.object({
  SMTP_URL: secret(
    z
      .string()
      .refine(
        (address) => /^smtps?:\/\//.test(address) && Boolean(URL.parse(address)?.hostname),
        'SMTP_URL must be an address such as smtp://user:password@host:587.',
      ),
  ),
  MAIL_FROM: z.string().trim().refine(isSender, FROM).optional(),
});

type Env = z.output<typeof mailVariables>;

/** One plain address, alone or after a name. */
function isSender(text: string): boolean {
  const [, address = text] = /^[^<>@\r\n]*<([^<>]+)>$/.exec(text) ?? [];
  return z.regexes.html5Email.test(address);
}

export function mailFaults({ SMTP_URL, MAIL_FROM }: Env, { production }: { production: boolean }): string[] {
  if (!production || !SMTP_URL || MAIL_FROM) return [];
  return ['MAIL_FROM must be set too, since SMTP_URL is: the address that mails come from.'];
}

export const mailConfig = (env: Env) => ({ mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } });
