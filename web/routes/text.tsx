import { type TextSlug, textCalls, textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { isShipped } from '#languages/languages.ts';
import { language, type PlainId, t } from '#languages/t.ts';
import { Day } from '#web/components/time/written.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { linksInLanguage } from '#web/lib/page/own-links.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/text';

const api = apiOf(textCalls);

/** For search engines: what each text is about, whatever it says. */
const DESCRIPTIONS = {
  about: 'texts.about_description',
  privacy: 'texts.privacy_description',
  terms: 'texts.terms_description',
  cookies: 'texts.cookies_description',
  absence: 'texts.absence_description',
  'child-protection': 'texts.child_protection_description',
} as const satisfies Record<TextSlug, PlainId>;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [titleOf(matches, t('texts.page'))];
  const { slug } = loaderData;
  const about = { title: textTitle(slug), description: t(DESCRIPTIONS[slug]), path: textPath(slug) };
  return pageMeta(matches, { ...about, type: 'article' });
};

async function load(from: typeof api, slug: string) {
  const own = language();
  const querystring = { language: isShipped(own) ? own : undefined };
  const { markdown: _, ...text } = await orMissing(from.readText({ params: { slug }, querystring }));
  return { ...text, lang: text.language === own ? undefined : text.language };
}
export const loader = ({ context, params }: Route.LoaderArgs) => load(context.get(apiContext), params.slug);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(api, params.slug);

/** A page of the school's own words. */
export default function Text({ loaderData: { slug, html, lang, updatedat } }: Route.ComponentProps) {
  const own = linksInLanguage(html, useConfig());
  return (
    <div className="wrap py-10 lg:py-16">
      <article className="mx-auto max-w-2xl">
        <h1 className="wrap-anywhere text-title">{textTitle(slug)}</h1>
        <p className="mt-4 text-quiet text-sm">
          {rich('texts.last_changed_on', { day: <Day at={updatedat} /> })}
        </p>
        {/* Made from Markdown on the server, which lets no HTML of the author's through. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div lang={lang} className="article wrap-anywhere mt-10" dangerouslySetInnerHTML={{ __html: own }} />
      </article>
    </div>
  );
}
