import type { Selection } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

type Warnings = Pick<Selection, 'clashes' | 'hints' | 'learnername'>;

/** Names each other class once, with the first day on which it is in the way. */
const firstOf = <Warning extends { with: string }>(warnings: readonly Warning[] = []): Warning[] =>
  warnings.filter((one, at) => warnings.findIndex((other) => other.with === one.with) === at);

/** That a class meets while a learner, or another of the family, is elsewhere; nothing where it does not. */
export function LessonWarnings({ warnings: { clashes, hints } }: { warnings: Warnings }) {
  const { monthDay } = useFormats();
  const lines = [
    ...firstOf(clashes).map((clash) => ({
      key: `clash ${clash.with}`,
      isClash: true,
      words: t('selections.same_time_as', { other: clash.with, day: monthDay(clash.day) }),
    })),
    ...firstOf(hints).map((hint) => ({
      key: `hint ${hint.with}`,
      isClash: false,
      words: t('selections.other_at_same_time', {
        learnername: hint.learnername,
        other: hint.with,
        day: monthDay(hint.day),
      }),
    })),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-start text-sm">
      {lines.map(({ key, isClash, words }) => (
        <li key={key} className={isClash ? 'font-medium text-error' : 'text-quiet'}>
          {words}
        </li>
      ))}
    </ul>
  );
}
