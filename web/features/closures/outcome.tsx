import type { ClosureOutcome } from '#contract/closures/calls.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

/** What a change of closing days does to lessons, before it is done. */
export function Outcome({ cancelled, planned, clashes }: ClosureOutcome) {
  const { shortDay } = useFormats();
  const isNothing = cancelled.lessons + planned.lessons + clashes.length === 0;
  return (
    <section aria-label="What it changes" aria-live="polite" className="rounded-field bg-honey p-4">
      {isNothing && <p className="font-medium">No lessons change.</p>}
      <Lessons {...cancelled} one="is cancelled" more="are cancelled" />
      <Lessons {...planned} one="takes place after all" more="take place after all" />
      {clashes.length > 0 && (
        <>
          <p className="font-medium not-first:mt-4">
            Still cancelled, because of another lesson at that time:
          </p>
          <ul className="mt-1 space-y-0.5 text-sm">
            {clashes.map((clash) => (
              <li key={`${clash.day} ${clash.kind} ${clash.with}`}>
                {shortDay(clash.day)}: {clash.with}
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

type LessonsProps = ClosureOutcome['cancelled'] & { one: string; more: string };

function Lessons({ lessons, classes, one, more }: LessonsProps) {
  const { shortDay } = useFormats();
  if (lessons === 0) return null;
  const named = classes.slice(0, NAMED);
  const others = lessons - named.reduce((sum, { days }) => sum + days.length, 0);
  return (
    <>
      <p className="font-medium not-first:mt-4">
        {lessons === 1 ? `1 lesson ${one}:` : `${lessons} lessons ${more}:`}
      </p>
      <ul className="mt-1 space-y-0.5 text-sm">
        {named.map(({ classid, classname, days }) => (
          <li key={classid}>
            {classname}: {days.map(shortDay).join(', ')}
          </li>
        ))}
        {others > 0 && <li>and {others} more</li>}
      </ul>
    </>
  );
}
