import { CONSENT_SLUGS, type Consent } from '#contract/texts/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { findWrittenTexts, insertConsents } from './queries.ts';

/**
 * Records which versions of the school's texts a new account accepts; call it in the transaction that makes
 * the account. Throws `consent-required` where one that is written is not agreed to as it is now.
 */
export async function recordConsent(
  tx: Db,
  { userid, consent, now }: { userid: string; consent: Consent; now: number },
) {
  const texts = await findWrittenTexts(tx);
  const wanted = CONSENT_SLUGS.flatMap((slug) => texts.find((text) => text.slug === slug) ?? []);
  const agreed: Readonly<Record<string, number | undefined>> = consent;
  ensure(
    wanted.every(({ slug, version }) => agreed[slug] === version),
    'consent-required',
  );
  await insertConsents(
    tx,
    wanted.map(({ slug, version }) => ({ userid, slug, version, createdat: now })),
  );
}
