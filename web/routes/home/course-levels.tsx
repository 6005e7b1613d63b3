import { Link } from 'react-router';
import { CLASS_LEVELS } from '#contract/classes/calls.ts';
import { levelLabel } from '#contract/classes/labels.ts';
import { t } from '#languages/t.ts';
import { ArrowRight } from '#web/components/icons/arrow-right.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

export function CourseLevels({ words }: { words: Words }) {
  return (
    <Section id="course-levels" title={t('home.course_levels')} lead={words.courseLevels}>
      <ul className="grid gap-6 md:grid-cols-3 lg:gap-8">
        {CLASS_LEVELS.map((level) => (
          <li
            key={level}
            className="group panel relative overflow-hidden transition-shadow duration-200 hover:shadow-lift"
          >
            <Picture
              url={`/art/level-${level.toLowerCase()}-960.webp`}
              alt=""
              sizes="(min-width: 48rem) 30vw, 92vw"
              className="aspect-3/2 w-full"
            />
            <div className="p-6">
              <h3 className="flex items-center justify-between text-subheading">
                <Link
                  to={`/classes?level=${level}`}
                  className="after:absolute after:inset-0 after:rounded-card group-hover:underline"
                >
                  {levelLabel(level)}
                </Link>
                <ArrowRight
                  className="size-5 text-plum transition-transform group-hover:translate-x-1 rtl:group-hover:-translate-x-1"
                  aria-hidden="true"
                />
              </h3>
              <p className="mt-2 text-quiet">{words[level]}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
