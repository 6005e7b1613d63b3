import { Link } from 'react-router';
import { TEXT_SLUGS, type TextMention, type TextSlug, textCalls, textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Day } from '#web/components/time/written.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/texts';

const api = apiOf(textCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Pages'), NOT_INDEXED];

export const clientLoader = () => api.listTexts();

const PURPOSES: Readonly<Record<TextSlug, string>> = {
  about: 'Who you are. Linked as “About us” at the foot of every page.',
  privacy: 'What you keep about people, and why. Everyone who registers agrees to it.',
  terms: 'The rules of enrolling, paying and cancelling. Everyone who registers agrees to them.',
  cookies: 'What this site keeps in a browser.',
  absence: 'What happens when a lesson is missed. Linked from classes and My week.',
  'child-protection': 'How children are kept safe, and whom to tell.',
};

export default function Texts({ loaderData: texts }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Pages"
        lead="Six pages of your own words. Each appears, and is linked at the foot of the site, once it is written."
      />
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
        <p className="mt-1 text-quiet">{PURPOSES[slug]}</p>
        <p className="mt-1 text-sm">
          {text ? (
            <>
              Published, last changed on <Day at={text.updatedat} />
            </>
          ) : (
            'Not written yet'
          )}
        </p>
      </div>
      <div className="flex gap-3">
        {text && (
          <Link to={textPath(slug)} className="btn btn-outline btn-sm" aria-label={`See ${title}`}>
            See
          </Link>
        )}
        <Link
          to={`/admin/texts/${slug}`}
          className={`btn btn-sm ${text ? 'btn-outline' : 'btn-primary'}`}
          aria-label={`${text ? 'Change' : 'Write'} ${title}`}
        >
          {text ? 'Change' : 'Write'}
        </Link>
      </div>
    </div>
  );
}
