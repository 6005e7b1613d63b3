import { Link } from 'react-router';
import type { ClassLevel } from '#contract/classes/calls.ts';
import { isPlainLevel, levelLabel } from '#contract/classes/labels.ts';
import { isBuiltIn, valuesOf } from '#contract/school/lists.ts';
import { t } from '#languages/t.ts';
import { ArrowRight } from '#web/components/icons/arrow-right.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { useConfig } from '#web/lib/page/config.ts';
import { NoPicture } from './no-picture.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

export function CourseLevels({ words }: { words: Words }) {
  const { school } = useConfig();
  const levels = valuesOf(school, 'levels');
  return (
    <Section id="course-levels" title={t('home.course_levels')} lead={words.courseLevels}>
      <ul
        className={`grid gap-6 lg:gap-8 ${levels.length === 4 ? 'sm:grid-cols-2 lg:grid-cols-4' : 'md:grid-cols-3'}`}
      >
        {levels.map((level) => (
          <li
            key={level}
            className="group panel relative overflow-hidden transition-shadow duration-200 hover:shadow-lift"
          >
            {isBuiltIn('levels', level) ? (
              <Picture
                url={`/art/level-${level.toLowerCase()}-960.webp`}
                alt=""
                sizes="(min-width: 48rem) 30vw, 92vw"
                className="aspect-3/2 w-full"
              />
            ) : (
              <NoPicture className="aspect-3/2" />
            )}
            <div className="p-6">
              <h3 className="flex items-center justify-between text-subheading">
                <Link
                  to={`/classes?level=${encodeURIComponent(level)}`}
                  className="after:absolute after:inset-0 after:rounded-card group-hover:underline"
                >
                  {levelLabel(school, level)}
                </Link>
                <ArrowRight
                  className="size-5 text-plum transition-transform group-hover:translate-x-1 rtl:group-hover:-translate-x-1"
                  aria-hidden="true"
                />
              </h3>
              {isPlainLevel(school, level) && <p className="mt-2 text-quiet">{words[level as ClassLevel]}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
