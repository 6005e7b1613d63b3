import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import { agesOf } from '#contract/learners/ages.ts';
import { daysAndTimes } from '#contract/messages/meets-words.ts';
import { t } from '#languages/t.ts';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { SeatsLeft } from '#web/features/classes/class-card.tsx';
import { KeptFor } from '#web/features/classes/kept-for.tsx';
import { RunsWhen } from '#web/features/classes/runs-when.tsx';
import { cancelWords } from '#web/features/payments/cancel-words.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { usePriceWords } from '#web/lib/formats/price-words.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { ClassChoice } from '#web/routes/class-choice.tsx';
import { Teacher } from './teacher.tsx';

type Props = {
  musicClass: MusicClass;
  /** Those that it is for. */
  instruments: readonly Instrument[];
};

/** What a class costs, how many seats are left, and the way in; a class without seats stands out in red. */
export function Offer({ musicClass, instruments }: Props) {
  const { availableseat, enrolledstudents, group, joined, level, meets } = musicClass;
  const ages = agesOf(musicClass);
  const formats = useFormats();
  const words = usePriceWords()(musicClass);
  const { school } = useConfig();
  const lang = useOwnLanguage();
  const isFull = availableseat === 0;
  return (
    <section
      aria-label={t('classes.price_and_places')}
      className={`flyer-offer panel h-fit p-6 lg:sticky lg:top-26 lg:col-start-2 lg:row-span-3 lg:row-start-1 ${isFull ? 'border-error bg-rose' : ''}`}
    >
      <p className="wrap-anywhere font-display font-semibold text-4xl">{words.each}</p>
      {words.fee && <p className="mt-1 text-quiet">{words.fee}</p>}
      {words.left && <p className="mt-1 text-quiet first-letter:uppercase print:hidden">{words.left}</p>}
      <p className="mt-4 flex flex-wrap gap-x-4 print:hidden">
        <SeatsLeft seats={availableseat} />
        {joined === undefined && (
          <span className="text-quiet">{t('classes.enrolled', { count: enrolledstudents })}</span>
        )}
      </p>
      <KeptFor {...musicClass} />
      <RunsWhen {...musicClass} />
      {joined !== undefined && (
        <p className="mt-2 text-quiet text-sm print:hidden">{t('reservations.tell_others')}</p>
      )}
      <div className="class-way-in mt-5 print:hidden">
        <ClassChoice musicClass={musicClass} />
      </div>
      <dl className="wrap-anywhere mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 border-current/10 border-t pt-5 print:hidden">
        {instruments.length > 0 && (
          <>
            <dt className="text-quiet">
              {t('instruments.instruments_of_class', { count: instruments.length })}
            </dt>
            <dd className="font-semibold">
              {instruments.map(({ _id, name }) => (
                <Link
                  key={_id}
                  to={`/classes?instrument=${_id}`}
                  lang={lang}
                  className="block w-fit underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
              ))}
            </dd>
          </>
        )}
        <dt className="text-quiet">{t('classes.for')}</dt>
        <dd className="font-semibold">{groupLabel(school, group)}</dd>
        {ages && (
          <>
            <dt className="text-quiet">{t('classes.ages_label')}</dt>
            <dd className="font-semibold">{ages}</dd>
          </>
        )}
        {meets && (
          <>
            <dt className="text-quiet">{t('classes.when')}</dt>
            <dd className="font-semibold">{daysAndTimes(meets, formats)}</dd>
          </>
        )}
        <dt className="text-quiet">{t('classes.level')}</dt>
        <dd className="font-semibold">{levelLabel(school, level)}</dd>
        <dt className="text-quiet">{t('lessons.teacher')}</dt>
        <dd className="wrap-anywhere font-semibold">
          <Teacher {...musicClass} />
        </dd>
      </dl>
      <p className="mt-5 border-current/10 border-t pt-4 text-quiet text-sm print:hidden">
        {words.sentence && `${words.sentence} `}
        {cancelWords(school, [musicClass])}
      </p>
    </section>
  );
}
