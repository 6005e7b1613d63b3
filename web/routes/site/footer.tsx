import { Link } from 'react-router';
import { type TextSlug, textPath } from '#contract/texts/calls.ts';
import { textTitle } from '#contract/texts/titles.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Sign } from '#web/components/layout/brand.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useWrittenTexts } from '#web/features/texts/written-texts.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { LanguageList } from './languages.tsx';

/** An entry with its page; without one it is words alone. A slug stands for the school's text of it. */
type Entry = TextSlug | { label: PlainId; to?: string };
type Column = { heading: PlainId; entries: readonly Entry[] };

const PRIVATE_LESSONS = { label: 'site.private_lessons', to: '/classes?group=Private+lessons' } as const;
const TEACHERS = { label: 'site.our_teachers', to: '/instructorlist' } as const;
const CONTACT = { label: 'site.contact', to: '/ask' } as const;
const LEGAL: Column = { heading: 'site.legal', entries: ['terms', 'privacy', 'cookies', 'child-protection'] };

/** What any school has; the demo has more. */
const COLUMNS: readonly Column[] = [
  {
    heading: 'site.services',
    entries: [
      { label: 'site.classes', to: '/classes' },
      PRIVATE_LESSONS,
      { label: 'site.enrolment_online', to: '/classes' },
      'absence',
    ],
  },
  LEGAL,
  { heading: 'site.company', entries: ['about', TEACHERS, CONTACT] },
];
const DEMO_COLUMNS: readonly Column[] = [
  {
    heading: 'site.services',
    entries: [
      { label: 'site.group_classes', to: '/classes' },
      PRIVATE_LESSONS,
      { label: 'site.instrument_lending' },
      { label: 'site.ensembles' },
      { label: 'site.concerts' },
      'absence',
    ],
  },
  LEGAL,
  {
    heading: 'site.company',
    entries: ['about', TEACHERS, { label: 'site.jobs' }, { label: 'site.press' }, CONTACT],
  },
];

const keyOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.label);

export function SiteFooter() {
  const { isDemo, school } = useConfig();
  const texts = useWrittenTexts();
  const lang = useOwnLanguage();
  // The other entries stand there whether there is anything behind them or not.
  const isShown = (entry: Entry) => entry !== 'absence' || texts.some(({ slug }) => slug === entry);
  return (
    <footer className="on-dark bg-ink text-paper">
      <div className="wrap flex flex-wrap gap-10 pt-16 pb-12 lg:grid lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="basis-full">
          <p className="wrap-anywhere flex items-center gap-2.5 font-display font-semibold text-2xl">
            {/* A logo is drawn for light grounds. */}
            <Sign className="rounded-field bg-paper p-1" />
            {school.name}
          </p>
          {school.tagline && (
            <p lang={lang} className="wrap-anywhere mt-4 max-w-xs text-paper/75">
              {school.tagline}
            </p>
          )}
        </div>
        {(isDemo ? DEMO_COLUMNS : COLUMNS).map(({ heading, entries }, at) => (
          // As wide as its longest word, so that fewer stand beside each other where words are long.
          <section
            key={heading}
            aria-labelledby={`footer-${at}`}
            className="wrap-break-word max-w-full flex-[1_1_7.5rem]"
          >
            <h2 id={`footer-${at}`} className="font-sans font-semibold text-base text-saffron">
              {t(heading)}
            </h2>
            <ul className="mt-4 space-y-2.5 text-paper/75">
              {entries.filter(isShown).map((entry) => (
                <li key={keyOf(entry)}>
                  {typeof entry === 'string' ? <TextLink slug={entry} /> : <PageLink {...entry} />}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="border-paper/15 border-t">
        <LanguageList />
        <p className="wrap py-6 text-paper/75 text-sm" suppressHydrationWarning>
          {t('site.copyright', { year: new Date().getUTCFullYear(), name: school.name })}
        </p>
      </div>
    </footer>
  );
}

const LINK = 'underline decoration-paper/40 underline-offset-4 hover:decoration-current';

/** What the school has written is linked; the rest are words. */
function TextLink({ slug }: { slug: TextSlug }) {
  const isWritten = useWrittenTexts().some((text) => text.slug === slug);
  if (!isWritten) return textTitle(slug);
  return (
    <Link to={textPath(slug)} className={LINK}>
      {textTitle(slug)}
    </Link>
  );
}

/** Words, or a link where they have a page. */
function PageLink({ label, to }: { label: PlainId; to?: string }) {
  if (!to) return t(label);
  return (
    <Link to={to} className={LINK}>
      {t(label)}
    </Link>
  );
}
