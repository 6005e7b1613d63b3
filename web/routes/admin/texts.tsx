import { Link } from 'react-router';
import { TEXT_SLUGS, type TextMention, type TextSlug, textCalls, textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { type PlainId, t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Day } from '#web/components/time/written.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import type { Route } from './+types/texts';

const api = apiOf(textCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.pages')), NOT_INDEXED];

export const clientLoader = () => api.listTexts();

const PURPOSES: Readonly<Record<TextSlug, PlainId>> = {
  about: 'texts.about_purpose',
  privacy: 'texts.privacy_purpose',
  terms: 'texts.terms_purpose',
  cookies: 'texts.cookies_purpose',
  absence: 'texts.absence_purpose',
  'child-protection': 'texts.child_protection_purpose',
};

export default function Texts({ loaderData: texts }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('areas.pages')} lead={t('texts.lead')} />
      <ul className="panel mt-8 divide-y divide-base-300">
        {TEXT_SLUGS.map((slug) => (
          <li key={slug} className="p-5">
            <Entry slug={slug} text={texts.find((one) => one.slug === slug)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ slug, text }: { slug: TextSlug; text: TextMention | undefined }) {
  const title = textTitle(slug);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <h2 className="text-subheading">{title}</h2>
        <p className="mt-1 text-quiet">{t(PURPOSES[slug])}</p>
        <p className="mt-1 text-sm">
          {text
            ? rich('texts.published_changed_on', { day: <Day at={text.updatedat} /> })
            : t('texts.not_written_yet')}
        </p>
      </div>
      <div className="flex gap-3">
        {text && (
          <Link
            to={textPath(slug)}
            className="btn btn-outline btn-sm"
            aria-label={t('texts.see_of', { title })}
          >
            {t('texts.see')}
          </Link>
        )}
        <Link
          to={`/admin/texts/${slug}`}
          className={`btn btn-sm ${text ? 'btn-outline' : 'btn-primary'}`}
          aria-label={t(text ? 'texts.change_of' : 'texts.write_of', { title })}
        >
          {t(text ? 'common.change' : 'texts.write')}
        </Link>
      </div>
    </div>
  );
}
