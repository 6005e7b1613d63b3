import { useLocation } from 'react-router';
import { pagePath } from '#languages/addresses.ts';
import { type Language, nameOf } from '#languages/languages.ts';
import { language, t, withLanguage } from '#languages/t.ts';
import { X } from '#web/components/icons/x.tsx';
import { useConfig } from '#web/lib/page/config.ts';
import { lineId } from '#web/suggest.ts';

/** The languages of the school, each with where this page is in it; none where it has one. */
function usePageInLanguages() {
  const { school } = useConfig();
  const { pathname, search } = useLocation();
  const codes = school.languages;
  if (codes.length === 1) return [];
  return codes.map((code) => ({ code, href: pagePath(pathname + search, code, school) }));
}

type Linked = { code: Language; href: string; className: string };

/** A whole page anew: its scripts have the words of one language. `data-language` tells that it was chosen. */
const PageIn = ({ code, href, className }: Linked) => (
  <a
    href={href}
    lang={code}
    hrefLang={code}
    data-language=""
    aria-current={code === language() ? 'true' : undefined}
    className={className}
  >
    {nameOf(code)}
  </a>
);

/** The page in the other languages; where letters are too large for it, the foot of the page has them. */
export function LanguageMenu() {
  const pages = usePageInLanguages();
  if (pages.length === 0) return null;
  const close = (menu: HTMLDetailsElement) => menu.removeAttribute('open');
  return (
    <details
      className="@max-[14rem]:hidden relative"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close(currentTarget);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return;
        close(currentTarget);
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary
        className="btn btn-ghost btn-square list-none font-semibold uppercase"
        aria-label={`${language().slice(0, 2).toUpperCase()}, ${t('web.language', { name: nameOf(language()) })}`}
      >
        {language().slice(0, 2)}
      </summary>
      <ul className="absolute end-0 top-full z-10 mt-2 min-w-40 rounded-box border border-base-300 bg-base-100 p-2 shadow-lift">
        {pages.map((page) => (
          <li key={page.code}>
            <PageIn
              {...page}
              className="block rounded-field px-3 py-2.5 font-medium hover:bg-mist/60 aria-[current]:bg-mist aria-[current]:text-plum"
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The page in each of the languages, beside each other. */
export function LanguageList() {
  const pages = usePageInLanguages();
  if (pages.length === 0) return null;
  return (
    <nav aria-label={t('web.languages')} className="wrap pt-6 text-sm">
      <ul className="flex flex-wrap gap-x-5 gap-y-2">
        {pages.map((page) => (
          <li key={page.code}>
            <PageIn
              {...page}
              className="underline decoration-paper/40 underline-offset-4 hover:decoration-current aria-[current]:font-semibold aria-[current]:no-underline"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * A line for each other language, in that language, which offers the page in it; the page's head shows at most
 * one (suggest.ts). Their words are the server's, since a page's scripts have those of one language: what
 * browsers render anew is called by its name.
 */
export function LanguageLines() {
  const others = usePageInLanguages().filter(({ code }) => code !== language());
  return others.map(({ code, href }) => (
    <aside
      key={code}
      id={lineId(code)}
      lang={code}
      aria-label={nameOf(code)}
      className="hidden items-center justify-center gap-2 bg-mist px-4 text-plum text-sm print:hidden!"
    >
      <a
        href={href}
        hrefLang={code}
        data-language=""
        className="py-2.5 font-semibold underline underline-offset-4"
        suppressHydrationWarning
      >
        {import.meta.env.SSR ? withLanguage(code, () => t('web.read_this_page')) : nameOf(code)}
      </a>
      <button
        type="button"
        data-language=""
        aria-label={import.meta.env.SSR ? withLanguage(code, () => t('web.close_suggestion')) : '×'}
        className="btn btn-ghost btn-square btn-sm"
        suppressHydrationWarning
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </aside>
  ));
}
