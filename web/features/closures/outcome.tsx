import type { ClosureOutcome } from '#contract/closures/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** What a change of closing days does to lessons, before it is done. */
export function Outcome({ cancelled, planned, clashes }: ClosureOutcome) {
  const { shortDay } = useFormats();
  const isNothing = cancelled.lessons + planned.lessons + clashes.length === 0;
  return (
    <section
      aria-label={t('closures.what_it_changes')}
      aria-live="polite"
      className="rounded-field bg-honey p-4"
    >
      {isNothing && <p className="font-medium">{t('closures.no_lessons_change')}</p>}
      <Lessons {...cancelled} heading="closures.lessons_cancelled" />
      <Lessons {...planned} heading="closures.lessons_planned" />
      {clashes.length > 0 && (
        <>
          <p className="font-medium not-first:mt-4">{t('closures.still_cancelled')}</p>
          <ul className="mt-1 space-y-0.5 text-sm">
            {clashes.map((clash) => (
              <li key={`${clash.day} ${clash.kind} ${clash.with}`}>
                {t('closures.clash_on', { day: shortDay(clash.day), name: clash.with })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** So many classes are named at once. */
const NAMED = 8;

type LessonsProps = ClosureOutcome['cancelled'] & {
  heading: 'closures.lessons_cancelled' | 'closures.lessons_planned';
};

function Lessons({ lessons, classes, heading }: LessonsProps) {
  const { shortDay } = useFormats();
  if (lessons === 0) return null;
  const named = classes.slice(0, NAMED);
  const others = lessons - named.reduce((sum, { days }) => sum + days.length, 0);
  return (
    <>
      <p className="font-medium not-first:mt-4">{t(heading, { count: lessons })}</p>
      <ul className="mt-1 space-y-0.5 text-sm">
        {named.map(({ classid, classname, days }) => (
          <li key={classid}>
            {t('closures.class_on_days', { classname, days: days.map(shortDay).join(', ') })}
          </li>
        ))}
        {others > 0 && <li>{t('closures.and_more', { count: others })}</li>}
      </ul>
    </>
  );
}
