import { Link } from 'react-router';
import { isTextSlug, TEXT_TITLES, type TextSlug, textPath } from '#contract/texts/calls.ts';
import { Sign } from '#web/components/layout/brand.tsx';
import { useWrittenTexts } from '#web/features/texts/written-texts.ts';
import { useConfig } from '#web/lib/page/config.ts';

const LEGAL: readonly TextSlug[] = ['terms', 'privacy', 'cookies', 'child-protection'];

/** Where the entries lead that have a page. */
const PAGES: Readonly<Record<string, string>> = {
  Classes: '/classes',
  'Group classes': '/classes',
  'Private lessons': '/classes?group=Private+lessons',
  'Enrolment online': '/classes',
  'Our teachers': '/instructorlist',
  Contact: '/ask',
};

/** What any school has; the demo has more. A slug stands for the school's text of it. */
const COLUMNS = [
  { heading: 'Services', links: ['Classes', 'Private lessons', 'Enrolment online', 'absence'] },
  { heading: 'Legal', links: LEGAL },
  { heading: 'Company', links: ['about', 'Our teachers', 'Contact'] },
];
const DEMO_COLUMNS = [
  {
    heading: 'Services',
    links: ['Group classes', 'Private lessons', 'Instrument lending', 'Ensembles', 'Concerts', 'absence'],
  },
  { heading: 'Legal', links: LEGAL },
  { heading: 'Company', links: ['about', 'Our teachers', 'Jobs', 'Press', 'Contact'] },
];

export function SiteFooter() {
  const { isDemo, school } = useConfig();
  const texts = useWrittenTexts();
  // The other entries stand there whether there is anything behind them or not.
  const isShown = (link: string) => link !== 'absence' || texts.some(({ slug }) => slug === link);
  return (
    <footer className="on-dark bg-ink text-paper">
      <div className="wrap grid grid-cols-[repeat(auto-fill,minmax(min(7.5rem,100%),1fr))] gap-10 pt-16 pb-12 sm:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <p className="wrap-anywhere flex items-center gap-2.5 font-display font-semibold text-2xl">
            {/* A logo is drawn for light grounds. */}
            <Sign className="rounded-field bg-paper p-1" />
            {school.name}
          </p>
          {school.tagline && <p className="wrap-anywhere mt-4 max-w-xs text-paper/75">{school.tagline}</p>}
        </div>
        {(isDemo ? DEMO_COLUMNS : COLUMNS).map(({ heading, links }) => (
          <section key={heading} aria-labelledby={`footer-${heading}`}>
            <h2 id={`footer-${heading}`} className="font-sans font-semibold text-base text-saffron">
              {heading}
            </h2>
            <ul className="mt-4 space-y-2.5 text-paper/75">
              {links.filter(isShown).map((link) => (
                <li key={link}>{isTextSlug(link) ? <TextLink slug={link} /> : <PageLink name={link} />}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="border-paper/15 border-t">
        <p className="wrap py-6 text-paper/75 text-sm" suppressHydrationWarning>
          Copyright © {new Date().getUTCFullYear()} {school.name}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}

const LINK = 'underline decoration-paper/40 underline-offset-4 hover:decoration-current';

/** What the school has written is linked; the rest are words. */
function TextLink({ slug }: { slug: TextSlug }) {
  const isWritten = useWrittenTexts().some((text) => text.slug === slug);
  if (!isWritten) return TEXT_TITLES[slug];
  return (
    <Link to={textPath(slug)} className={LINK}>
      {TEXT_TITLES[slug]}
    </Link>
  );
}

/** Words, or a link where they have a page. */
function PageLink({ name }: { name: string }) {
  const to = PAGES[name];
  if (!to) return name;
  return (
    <Link to={to} className={LINK}>
      {name}
    </Link>
  );
}
