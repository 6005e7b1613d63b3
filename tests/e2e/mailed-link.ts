import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readMail } from '#tests/support/mail-server.ts';
import { expect, type RunningSchool } from './fixtures.ts';

/** Every mail to an address, the latest first. */
export function mailsTo({ dataDir }: RunningSchool, to: string): string[] {
  const outbox = join(dataDir, 'outbox');
  // The first mail makes the folder.
  if (!existsSync(outbox)) return [];
  const mails = readdirSync(outbox)
    .sort()
    .reverse()
    .map((name) => readFileSync(join(outbox, name), 'utf8'));
  return mails.filter((text) => text.includes(`To: ${to}`));
}

/** What the newest mail to an address says whose subject is this one. */
export async function mailedText({ dataDir }: RunningSchool, to: string, subject: string): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  const find = () =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .sort()
      .reverse()
      .map((name) => readFileSync(join(outbox, name), 'latin1'))
      .filter((message) => message.includes(`To: ${to}`))
      .map(readMail)
      .find((mail) => mail.subject === subject)?.text ?? '';
  await expect.poll(find, subject).not.toBe('');
  return find();
}

/** The link of the newest mail to an address whose subject has this word. */
export async function mailedLink(school: RunningSchool, to: string, word: string): Promise<string> {
  const find = () => {
    const mail = mailsTo(school, to).find((text) => new RegExp(`^Subject:.*${word}`, 'm').test(text));
    const text = mail?.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    return text?.match(/^http\S+$/m)?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** Follows the link by which an address is confirmed. */
export async function proveAddress(page: Page, school: RunningSchool, email: string) {
  await page.goto(await mailedLink(school, email, 'Confirm'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible();
}

/** The same for a user who is signed in on the page and was not asked yet. */
export async function askToProveAddress(page: Page, school: RunningSchool, email: string) {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Confirm your email' }).click();
  await proveAddress(page, school, email);
}
