import { memo, type ReactNode } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { textCalls } from '#contract/texts/calls.ts';
import { withoutLanguage } from '#languages/addresses.ts';
import { t } from '#languages/t.ts';
import { Failure } from '#web/components/layout/failure.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { TourOfDemo } from '#web/features/rehearsal/on-pages.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { PAGE_ID } from '#web/lib/page/page-id.ts';
import { areaOf, useSlowNavigation } from '#web/lib/page/slow-navigation.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/site';
import { SiteFooter } from './site/footer.tsx';
import { SiteHeader } from './site/header.tsx';
import { LanguageLines } from './site/languages.tsx';
import { Trouble } from './site/trouble.tsx';

const api = apiOf(textCalls);

/**
 * Which of the school's texts are written: every page links to them. Without that, as while nothing can be
 * read, there is no link.
 */
const load = (from: typeof api) => from.listTexts().catch(() => []);
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

/** Only an admin who has written one knows better than the page that is open. */
export const shouldRevalidate = ({ formAction }: ShouldRevalidateFunctionArgs) =>
  formAction !== undefined && withoutLanguage(formAction).startsWith('/admin/texts');

export default function Site() {
  const { pathname } = useLocation();
  const coming = useSlowNavigation();
  const isInArea =
    coming !== undefined && areaOf(coming) !== undefined && areaOf(coming) === areaOf(pathname);
  const isAway = coming !== undefined && !isInArea;
  return (
    <Frame isArea={!isAway && areaOf(pathname) !== undefined}>{isAway ? <Spinner /> : <Outlet />}</Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <Failure />
    </Frame>
  );
}

/** They follow what they read of the router, and nothing else of it. */
const Header = memo(SiteHeader);
const Footer = memo(SiteFooter);

/** `isArea`: whether the page has a menu of its own, past which the link leads that skips what all pages have. */
function Frame({ isArea = false, children }: { isArea?: boolean; children: ReactNode }) {
  const { isDemo } = useConfig();
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href={isArea ? `#${PAGE_ID}` : '#content'}
        className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:inset-s-3"
      >
        {t('site.skip_to_content')}
      </a>
      <LanguageLines />
      <Header />
      <Trouble />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <TourOfDemo isDemo={isDemo} />
      <Footer />
    </div>
  );
}
