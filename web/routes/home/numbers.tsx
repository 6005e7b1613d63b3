import type { Fact, SchoolCounts } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { CountUp } from '#web/components/media/count-up.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';

/** A school names its number for as many as it has. */
const MANY = { count: 100 };

type Counter = { label: string; target: number };

/**
 * The school in numbers: what its records count, unless it says another number under the same label, in any
 * language. What is 0 is left out.
 */
export function countersOf(
  numbers: readonly Fact[],
  { students, teachers, programmes }: SchoolCounts,
): Counter[] {
  const counted = [
    {
      kind: 'students',
      target: students,
      label: t('home.students', { count: students }),
      known: t('home.students', MANY),
    },
    {
      kind: 'teachers',
      target: teachers,
      label: t('home.teachers', { count: teachers }),
      known: t('home.teachers', MANY),
    },
    {
      kind: 'programmes',
      target: programmes,
      label: t('home.programmes', { count: programmes }),
      known: t('home.programmes', MANY),
    },
  ];
  const said = numbers.map(({ title = '', words, counts }) => ({
    number: { label: title, target: Number(words) },
    counts,
  }));
  const inTheirPlace = counted.map(
    ({ kind, known, ...counter }) =>
      said.find(({ number, counts }) => counts === kind || number.label.toLowerCase() === known.toLowerCase())
        ?.number ?? counter,
  );
  const added = said.map(({ number }) => number).filter((number) => !inTheirPlace.includes(number));
  return [...inTheirPlace, ...added].filter(({ target }) => target > 0);
}

export function Numbers({ numbers, counts }: { numbers: readonly Fact[]; counts: SchoolCounts }) {
  const counters = countersOf(numbers, counts);
  const lang = useOwnLanguage();
  const isOwn = (label: string) => numbers.some(({ title }) => title === label);
  if (counters.length === 0) return null;
  return (
    <section aria-labelledby="numbers" className="bg-plum-deep text-paper">
      <div className="wrap py-16 lg:py-20">
        <h2 id="numbers" className="sr-only">
          {t('home.school_in_numbers')}
        </h2>
        <ul
          className={`gap-x-6 gap-y-10 text-center ${
            counters.length < 4
              ? 'flex flex-wrap justify-center *:min-w-40 lg:gap-x-24'
              : 'grid grid-cols-2 lg:grid-cols-4'
          }`}
        >
          {counters.map(({ target, label }) => (
            <li key={label} lang={isOwn(label) ? lang : undefined} className="wrap-anywhere">
              <CountUp target={target} label={label} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
