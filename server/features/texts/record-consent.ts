import { CONSENT_SLUGS, type Consent } from '#contract/texts/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { deleteConsents, findWrittenTexts, insertConsents } from './queries.ts';

/**
 * The texts that a new account accepts, as they are now. Throws `consent-required` where one that is written
 * is not agreed to.
 */
export async function ensureAgreed(db: Db, consent: Consent) {
  const texts = await findWrittenTexts(db);
  const wanted = CONSENT_SLUGS.flatMap((slug) => texts.find((text) => text.slug === slug) ?? []);
  const agreed: Readonly<Record<string, number | undefined>> = consent;
  ensure(
    wanted.every(({ slug, version }) => agreed[slug] === version),
    'consent-required',
  );
  return wanted;
}

/**
 * Records which versions of the school's texts a new account accepts, in place of what a stranger accepted in
 * it before; call it in the transaction that makes the account its owner's. Throws as `ensureAgreed` does.
 */
export async function recordConsent(
  tx: Db,
  { userid, consent, now }: { userid: string; consent: Consent; now: number },
) {
  const wanted = await ensureAgreed(tx, consent);
  await deleteConsents(tx, userid);
  await insertConsents(
    tx,
    wanted.map(({ slug, version }) => ({ userid, slug, version, createdat: now })),
  );
}
