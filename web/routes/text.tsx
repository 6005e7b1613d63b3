import { type TextSlug, textCalls, textPath } from '#contract/texts/calls.ts';
import { isShipped } from '#languages/languages.ts';
import { language } from '#languages/t.ts';
import { Day } from '#web/components/time/written.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/text';

const api = apiOf(textCalls);

/** For search engines: what each text is about, whatever it says. */
const DESCRIPTIONS: Readonly<Record<TextSlug, string>> = {
  about: 'Who the school is, who teaches there and how it works, in its own words.',
  privacy: 'What the school keeps about the people who learn and teach there, what for, and for how long.',
  terms: 'The rules by which the school takes enrolments, is paid and cancels lessons.',
  cookies: 'What this site of the school keeps in a browser, and what for.',
  absence: 'What to do when a student cannot come to a lesson, and what becomes of lessons that are missed.',
  'child-protection': 'How the school keeps children safe, and whom to tell when something is wrong.',
};

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [titleOf(matches, 'Page')];
  const { slug, title } = loaderData;
  const about = { title, description: DESCRIPTIONS[slug], path: textPath(slug) };
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
export default function Text({ loaderData: { title, html, lang, updatedat } }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-16">
      <article className="mx-auto max-w-2xl">
        <h1 className="text-title">{title}</h1>
        <p className="mt-4 text-quiet text-sm">
          Last changed on <Day at={updatedat} />
        </p>
        {/* Made from Markdown on the server, which lets no HTML of the author's through. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <div lang={lang} className="article wrap-anywhere mt-10" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </div>
  );
}
