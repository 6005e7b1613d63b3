import { Link } from 'react-router';
import { t } from '#languages/t.ts';
import { ArrowRight } from '#web/components/icons/arrow-right.tsx';
import { WidePicture } from '#web/components/media/picture.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useConfig } from '#web/lib/page/config.ts';
import type { HomeData } from './sections.tsx';

/** What the school says first; where it has entered nothing, its name and what can be done here. */
export function Hero({ school, words: own, classes, instructors }: HomeData) {
  const { name, tagline } = useConfig().school;
  const { title, words, lines = [], lang } = school.welcome ?? {};
  const ownLanguage = useOwnLanguage();
  const above = own?.kicker ?? (title && name);
  return (
    <section aria-labelledby="hero" className="on-dark relative isolate overflow-hidden bg-ink text-paper">
      <WidePicture
        scene="hero"
        height={1080}
        isFirst
        className="w-full object-cover object-[78%_60%] max-lg:aspect-4/3 lg:object-[96%_60%] lg:absolute lg:inset-y-0 lg:inset-e-0 lg:-z-20 lg:h-full lg:w-[82%] rtl:lg:w-3/5 rtl:lg:mask-r-from-70%"
      />
      <div
        className="absolute inset-y-0 inset-s-[17%] -z-10 hidden w-2/5 bg-linear-to-r rtl:bg-linear-to-l from-ink via-ink/60 to-transparent lg:block xl:w-1/4"
        aria-hidden="true"
      />
      <div className="wrap flex flex-col justify-center py-12 lg:min-h-[36rem] xl:min-h-[min(62rem,calc(100svh-4.5rem))] lg:py-16">
        {above && <p className="kicker wrap-anywhere text-saffron">{above}</p>}
        <h1 id="hero" lang={title && lang} className="wrap-anywhere mt-4 max-w-2xl text-hero">
          {title ?? name}
        </h1>
        <p
          dir="auto"
          lang={words ? lang : tagline && ownLanguage}
          className="wrap-anywhere mt-6 max-w-[25rem] whitespace-pre-line text-lead xl:max-w-md text-paper/85"
        >
          {words ?? tagline ?? defaultWords(classes.length > 0)}
        </p>
        <div className="mt-9 flex max-w-md flex-wrap gap-3">
          <Link
            to="/classes"
            className="btn btn-accent btn-lg h-auto min-h-12 max-w-full whitespace-normal py-2"
          >
            {t('home.view_all_courses')}
            <ArrowRight className="size-5" aria-hidden="true" />
          </Link>
          {instructors.length > 0 && (
            <Link
              to="/instructorlist"
              className="btn btn-lg h-auto min-h-12 max-w-full whitespace-normal border-paper/40 py-2 bg-transparent text-paper hover:bg-paper/10"
            >
              {t('home.meet_teachers')}
            </Link>
          )}
        </div>
        {lines.length > 0 && (
          <ul lang={lang} className="mt-10 space-y-2 text-paper/85 text-sm">
            {lines.map((line) => (
              <li key={line} className="wrap-anywhere flex items-center gap-2.5">
                <span className="size-1.5 shrink-0 rounded-full bg-saffron" aria-hidden="true" />
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const defaultWords = (hasClasses: boolean) =>
  hasClasses ? t('home.what_can_be_done') : t('home.nothing_open_yet');
