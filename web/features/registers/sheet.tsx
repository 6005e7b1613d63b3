import type { MusicClass } from '#contract/classes/calls.ts';
import type { AttendanceState, Register, RegisterRow } from '#contract/registers/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Printer } from '#web/components/icons/printer.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** With more lessons than this the sheet lies on its side. */
const UPRIGHT_MAX = 10;

const SIGNS: Record<AttendanceState, string> = { present: '✓', late: '~', absent: '–' };
const NOTICE = '○';
/** On a screen names stay in sight while the lessons are moved. */
const NAME =
  'wrap-anywhere text-start not-print:sticky not-print:start-0 not-print:min-w-36 sm:not-print:min-w-52 not-print:bg-base-100 not-print:px-4 not-print:py-2';
/** Said here once more, so that a sheet loads nothing of the page that marks. */
const STATE_WORDS = {
  present: 'registers.present',
  late: 'registers.late',
  absent: 'registers.absent',
} satisfies Record<AttendanceState, PlainId>;

export type SheetData = {
  item: MusicClass;
  terms: readonly Term[];
  /** Null for a class that meets in none. */
  term: Term | null;
  lessons: readonly ClassLesson[];
  registers: readonly Register[];
};

type Person = { learnerid: string; name: string; isGuest: boolean };

/** Who is in any of the lessons, by name; those who were guests alone come last. */
function peopleOf(registers: readonly Register[]): Person[] {
  const people = new Map<string, Person>();
  for (const { learnerid, learnername: name, guest } of registers.flatMap(({ rows }) => rows)) {
    const isGuest = guest && (people.get(learnerid)?.isGuest ?? true);
    people.set(learnerid, { learnerid, name, isGuest });
  }
  return [...people.values()].sort(
    (one, other) => Number(one.isGuest) - Number(other.isGuest) || one.name.localeCompare(other.name),
  );
}

/** A term of a class on paper: its students, a column for each lesson, with what was marked. */
export function Sheet({
  item,
  terms,
  term,
  lessons,
  registers,
  onTerm,
}: SheetData & { onTerm(id: string): void }) {
  const { shortDay } = useFormats();
  const { name: school } = useConfig().school;
  const people = peopleOf(registers);
  const byLesson = new Map(
    registers.map(({ lesson, rows }) => [lesson._id, new Map(rows.map((row) => [row.learnerid, row]))]),
  );
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <PageHeading title={t('areas.sheet')} lead={<OwnWords>{item.classname}</OwnWords>} />
        <div className="flex flex-wrap items-end gap-3">
          {terms.length > 1 && (
            <label className="grid gap-1 font-semibold text-sm">
              {t('registers.term')}
              <select
                className="select"
                value={term?._id ?? ''}
                onChange={({ currentTarget }) => onTerm(currentTarget.value)}
              >
                {terms.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {people.length > 0 && (
            <button type="button" className="btn btn-outline" onClick={() => print()}>
              <Printer className="size-4" aria-hidden="true" />
              {t('common.print')}
            </button>
          )}
        </div>
      </div>
      {people.length === 0 || lessons.length === 0 ? (
        <Empty sentence={t('registers.sheet_empty')} />
      ) : (
        <div
          className={`roster-sheet register-sheet print:overflow-visible ${lessons.length > UPRIGHT_MAX ? 'roster-wide' : ''}`}
        >
          <div className="hidden print:block">
            <p>{school}</p>
            <p className="roster-class">
              <OwnWords>{item.classname}</OwnWords>
            </p>
            <p>{[term?.name, item.instructorname].filter(Boolean).join(' · ')}</p>
          </div>
          {/* A term is wider than most screens: it is moved by keys, too. */}
          <section
            aria-label={t('areas.sheet')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by keys
            tabIndex={0}
            className="not-print:panel relative overflow-x-auto print:overflow-visible"
          >
            <table className="not-print:w-full">
              <thead>
                <tr>
                  <th scope="col" className={NAME}>
                    {t('rosters.student')}
                  </th>
                  {lessons.map(({ _id, day }) => (
                    <th
                      key={_id}
                      scope="col"
                      className="roster-tick not-print:min-w-11 not-print:px-1.5 not-print:py-2 not-print:text-sm not-print:leading-tight"
                    >
                      <span>{shortDay(day)}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {people.map(({ learnerid, name, isGuest }) => (
                  <tr key={learnerid} className="not-print:border-base-300 not-print:border-t">
                    <th scope="row" className={NAME}>
                      <span dir="auto">{name}</span>
                      {isGuest && ` (${t('registers.guest')})`}
                    </th>
                    {lessons.map(({ _id }) => (
                      <Cell key={_id} {...byLesson.get(_id)?.get(learnerid)} />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <p className="mt-3 text-sm">
            {(['present', 'late', 'absent'] as const).map((state) => (
              <span key={state} className="me-4 inline-block">
                {SIGNS[state]} {t(STATE_WORDS[state])}
              </span>
            ))}
            <span className="inline-block">
              {NOTICE} {t('registers.cannot_come')}
            </span>
          </p>
        </div>
      )}
    </>
  );
}

function Cell({ state = null, notice = false }: Partial<RegisterRow>) {
  const mark = state === 'notice' ? null : state;
  const words = mark ? t(STATE_WORDS[mark]) : notice ? t('registers.cannot_come') : undefined;
  return (
    <td className="text-center">
      {words && (
        <>
          <span aria-hidden="true">{mark ? SIGNS[mark] : NOTICE}</span>
          <span className="sr-only">{words}</span>
        </>
      )}
    </td>
  );
}
