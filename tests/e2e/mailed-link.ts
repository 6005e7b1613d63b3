import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type RunningSchool } from './fixtures.ts';

/** The link of the newest mail to somebody whose subject has this word. */
export async function mailedLink({ dataDir }: RunningSchool, to: string, word: string): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  const find = () => {
    // The first mail makes the folder.
    if (!existsSync(outbox)) return '';
    const mails = readdirSync(outbox)
      .sort()
      .reverse()
      .map((name) => readFileSync(join(outbox, name), 'utf8'));
    const mail = mails.find(
      (text) => text.includes(`To: ${to}`) && new RegExp(`^Subject:.*${word}`, 'm').test(text),
    );
    const text = mail?.replace(/=\r?\n/g, '').replace(/=3D/g, '=');
    return text?.match(/^http\S+$/m)?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}
