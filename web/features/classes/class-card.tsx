import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classPath, FEW_SEATS, type ListedClass } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import { teacherName } from '#contract/former.ts';
import { agesOf } from '#contract/learners/ages.ts';
import { daysAndTimes, meetsInBrief } from '#contract/messages/meets-words.ts';
import { t } from '#languages/t.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { usePriceWords } from '#web/lib/formats/price-words.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { KeptFor } from './kept-for.tsx';
import { RunsWhen } from './runs-when.tsx';

/** How many seats are free; under five in red, otherwise green. */
export const SeatsLeft = ({ seats }: { seats: number }) => (
  <span className="seats-left" data-few={seats < FEW_SEATS || undefined}>
    {t('classes.places_left', { count: seats })}
  </span>
);

/**
 * What a visitor must know of a class, with a way to choose it and to its own page, in a list of
 * `class-cards`. A class without seats stands out in red.
 */
export function ClassCard({
  musicClass,
  sizes,
  select,
  term,
  isFirst,
}: {
  musicClass: ListedClass;
  /** How wide the picture is shown, as in `<img sizes>`. */
  sizes: string;
  select: ReactNode;
  /** In which terms it meets, by their names, where a reader has to know. */
  term?: string;
  /** Whether its picture belongs to the first screen. */
  isFirst?: boolean;
}) {
  const {
    classname,
    image,
    instructorname,
    availableseat,
    enrolledstudents,
    joined,
    level,
    group,
    description,
    meets,
  } = musicClass;
  const { school } = useConfig();
  const ages = agesOf(musicClass);
  const formats = useFormats();
  const words = usePriceWords()(musicClass);
  const lang = useOwnLanguage();
  // With a flat fee the lessons that are left change no sum, and stand where the class meets.
  const isShort = meets && words.isFlat && words.left !== '';
  const isFull = availableseat === 0;
  return (
    <article data-full={isFull || undefined} className="class-card">
      <div>
        <Picture url={image} alt="" sizes={sizes} isFirst={isFirst} />
        <ul>
          <li>{groupLabel(school, group)}</li>
          <li>{levelLabel(school, level)}</li>
          {ages && <li>{t('classes.ages', { ages })}</li>}
        </ul>
      </div>
      <div>
        <h3>
          {/* The picture leads there too, by this one link. */}
          <Link to={classPath(musicClass)}>
            <span lang={lang}>{classname}</span>
          </Link>
        </h3>
        <p>{t('classes.taught_by', { teacher: teacherName(instructorname) })}</p>
        {meets && (
          <p className="class-meets">
            {term && `${term} · `}
            {isShort ? `${daysAndTimes(meets, formats)}, ${words.left}` : meetsInBrief(meets, formats)}
          </p>
        )}
        <RunsWhen {...musicClass} />
        {description && (
          <details>
            <summary>{t('classes.about_class')}</summary>
            <p lang={lang}>{description}</p>
          </details>
        )}
      </div>
      <div>
        <p>
          <SeatsLeft seats={availableseat} />
          {joined === undefined && <span>{t('classes.enrolled', { count: enrolledstudents })}</span>}
        </p>
        <KeptFor {...musicClass} />
        <div>
          <p>
            <strong>
              {words.amount} {words.unit && <span>{words.unit}</span>}
            </strong>
            {words.fee && <small>{words.fee}</small>}
            {words.left && !isShort && <small>{words.left}</small>}
          </p>
          {select}
        </div>
      </div>
    </article>
  );
}
