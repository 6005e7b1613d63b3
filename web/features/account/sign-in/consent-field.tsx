import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { CONSENT_SLUGS, type Consent, type TextMention, type TextSlug } from '#contract/texts/calls.ts';
import { t } from '#languages/t.ts';
import { rich } from '#web/lib/rich.ts';

export const agreeFirst = () => t('account.agree_first');

/** The school's texts that must be accepted at registration. */
export function textsToAgree(texts: readonly TextMention[] = []): TextMention[] {
  return CONSENT_SLUGS.flatMap((slug) => texts.find((text) => text.slug === slug) ?? []);
}

/** The consent to send for these texts, in their present versions. */
export const consentTo = (texts: readonly TextMention[]): Consent =>
  Object.fromEntries(texts.map(({ slug, version }) => [slug, version]));

/** In a window of its own: what is typed here stays. */
const linkTo = (slug: TextSlug) => (title: ReactNode) => (
  <Link to={`/pages/${slug}`} target="_blank" rel="noopener" className="link link-primary">
    {title}
  </Link>
);
const LINKS = { terms: linkTo('terms'), privacy: linkTo('privacy') };

const agreement = (slugs: readonly TextSlug[]): ReactNode => {
  if (slugs.length > 1) return rich('account.agree_to_both', LINKS);
  return slugs[0] === 'terms'
    ? rich('account.agree_to_terms', LINKS)
    : rich('account.agree_to_privacy', LINKS);
};

/** A box to tick in a form, `consent`; nothing where the school has written no such text. */
export function ConsentField({
  texts,
  onEdit,
  error,
}: {
  texts: readonly TextMention[];
  onEdit: () => void;
  error?: string;
}) {
  const id = useId();
  if (texts.length === 0) return null;
  return (
    <>
      <label className="flex items-start gap-3 text-sm">
        <input
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          type="checkbox"
          name="consent"
          required
          className="checkbox checkbox-primary checkbox-sm mt-0.5 rounded-sm border-[#8a8296]"
          onChange={onEdit}
        />
        <span>{agreement(texts.map(({ slug }) => slug))}</span>
      </label>
      {error && (
        <p id={id} className="mt-1.5 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </>
  );
}
