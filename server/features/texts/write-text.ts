import { TEXT_TITLES, type TextSlug } from '#contract/texts/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findText, insertText } from './queries.ts';

/**
 * Writes a text anew and gives its version then: the same where it says that already. Throws
 * `changed-meanwhile` where `version` is not the latest any more; of two who write at once the key lets one.
 */
export async function writeText(
  db: Db,
  change: { slug: TextSlug; markdown: string; version: number; author: Exclude<Actor, null>; now: number },
): Promise<number> {
  const { slug, markdown, version, author, now } = change;
  return transact(db, async (tx) => {
    const latest = await findText(tx, slug);
    ensure(version === (latest?.version ?? 0), 'changed-meanwhile');
    if (markdown === (latest?.markdown ?? '')) return version;
    const next = { slug, markdown, version: version + 1, authorid: author._id, updatedat: now };
    ensure(await insertText(tx, next), 'changed-meanwhile');
    const subject = { about: 'school' as const, subjectid: slug, subjectname: TEXT_TITLES[slug] };
    await insertChange(tx, { ...subject, action: 'updated', note: 'text', actor: author, now });
    return next.version;
  });
}
