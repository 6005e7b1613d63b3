import type { ClientConfig } from '#contract/config/calls.ts';
import { t } from '#languages/t.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { apiContext, configContext } from '#web/ssr.ts';
import type { Route } from './+types/home';
import { choiceChanges } from './class-choice.tsx';
import { schoolOnMap } from './home/contact.tsx';
import { homeApi, loadHome, upcoming, welcomeOf } from './home/load.ts';
import { HomeSections } from './home/sections.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('home.title'),
    description: ({ isDemo, school: { name, tagline } }) =>
      isDemo ? t('home.demo_description') : (tagline ?? t('home.description', { name })),
    path: '/',
    about: schoolOnMap,
  });

async function load(from: typeof homeApi, config: ClientConfig) {
  const { school, ...home } = await loadHome(from, config);
  const { facts, timezone } = school;
  return { ...home, school: { welcome: welcomeOf(school), facts: upcoming(facts, timezone) } };
}
export const loader = ({ context }: Route.LoaderArgs) =>
  load(context.get(apiContext), context.get(configContext));
export const clientLoader = () => load(homeApi, clientConfig());

export const clientAction = actionOf(choiceChanges);

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomeSections {...loaderData} />;
}
