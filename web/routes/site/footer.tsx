import { Link } from 'react-router';
import { isTextSlug, TEXT_TITLES, type TextSlug, textPath } from '#contract/texts.ts';
import { Sign } from '#web/components/brand.tsx';
import { useWrittenTexts } from '#web/features/texts/written-texts.ts';
import { useConfig } from '#web/lib/config.ts';

const LEGAL: readonly TextSlug[] = ['terms', 'privacy', 'cookies', 'child-protection'];

/** What any school has; the demo has more. A slug stands for the school's text of it. */
const COLUMNS = [
  { heading: 'Services', links: ['Classes', 'Private lessons', 'Enrolment online'] },
  { heading: 'Legal', links: LEGAL },
  { heading: 'Company', links: ['about', 'Our teachers', 'Contact'] },
];
const DEMO_COLUMNS = [
  {
    heading: 'Services',
    links: ['Group classes', 'Private lessons', 'Instrument lending', 'Ensembles', 'Concerts'],
  },
  { heading: 'Legal', links: LEGAL },
  { heading: 'Company', links: ['about', 'Our teachers', 'Jobs', 'Press', 'Contact'] },
];

export function SiteFooter() {
  const { isDemo, school } = useConfig();
  return (
    <footer className="on-dark bg-ink text-paper">
      <div className="wrap grid grid-cols-2 gap-10 pt-16 pb-12 sm:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
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
              {links.map((link) => (
                <li key={link}>{isTextSlug(link) ? <TextLink slug={link} /> : link}</li>
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

/** What the school has written is linked; the rest are words. */
function TextLink({ slug }: { slug: TextSlug }) {
  const isWritten = useWrittenTexts().some((text) => text.slug === slug);
  if (!isWritten) return TEXT_TITLES[slug];
  return (
    <Link
      to={textPath(slug)}
      className="underline decoration-paper/40 underline-offset-4 hover:decoration-current"
    >
      {TEXT_TITLES[slug]}
    </Link>
  );
}
