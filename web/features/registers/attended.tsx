import { useId } from 'react';
import { ATTENDED_SHOWN, type Attendance } from '#contract/registers/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { MoreButton } from '#web/components/list/more-button.tsx';
import { useMore } from '#web/components/list/use-more.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { readAttended } from './read-attended.ts';

type Sum = Attendance['sums'][number];
type Lesson = Attendance['rows'][number];
type Kind = 'present' | 'late' | 'notice' | 'absent';

const WORDS = {
  present: 'attendance.present',
  late: 'attendance.late',
  notice: 'attendance.notice',
  absent: 'attendance.absent',
} as const satisfies Record<Kind, PlainId>;

const COLORS: Readonly<Record<Kind, string>> = {
  present: 'text-success',
  late: 'text-secondary',
  notice: 'text-quiet',
  absent: 'text-error',
};

/** An absence with notice is no other absence. */
const kindOf = ({ state, notice }: Lesson): Kind => (state === 'absent' && notice ? 'notice' : state);

/** What a learner attended, as `readAttended` gives it: sums by term and class, and each lesson. */
export function Attended({
  attendance: { learnerid, rows: first, sums },
  isNested = false,
}: {
  attendance: Pick<Attendance, 'learnerid' | 'rows' | 'sums'>;
  /** Whether it stands below a heading of the third order, not of the second. */
  isNested?: boolean;
}) {
  const { rows, ...more } = useMore({
    first,
    size: ATTENDED_SHOWN,
    read: async ({ lessonid }) => (await readAttended(learnerid, lessonid)).rows,
  });
  // Each lesson counts once.
  const count = sums.reduce(
    (all, { present, late, absent, notice }) => all + present + late + absent + notice,
    0,
  );
  if (rows.length === 0) return <p className="text-quiet">{t('attendance.nothing_yet')}</p>;
  return (
    <>
      <div className="grid gap-6">
        {[...Map.groupBy(sums, ({ termid }) => termid)].map(([termid, some]) => (
          <Term
            key={termid ?? ''}
            Heading={isNested ? 'h4' : 'h3'}
            name={some[0]?.term ?? null}
            sums={some}
          />
        ))}
      </div>
      <details className="mt-4">
        <summary className="w-fit cursor-pointer py-1.5 font-semibold text-plum">
          {t('attendance.lessons', { count })}
        </summary>
        <ol className="panel mt-2 divide-y divide-base-300">
          {rows.map((row) => (
            <li key={row.lessonid} className="grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
              <AttendedLesson lesson={row} />
            </li>
          ))}
        </ol>
        <MoreButton more={more}>{t('attendance.show_earlier_lessons')}</MoreButton>
      </details>
    </>
  );
}

type TermProps = { Heading: 'h3' | 'h4'; name: string | null; sums: readonly Sum[] };

function Term({ Heading, name, sums }: TermProps) {
  const id = useId();
  const { count } = useFormats();
  const countOf = (kind: Kind): Column<Sum> => ({ heading: t(WORDS[kind]), cell: (sum) => count(sum[kind]) });
  const columns: Column<Sum>[] = [
    {
      heading: t('attendance.class'),
      cell: ({ classname }) => (
        <span className="wrap-anywhere font-semibold">
          <OwnWords>{classname}</OwnWords>
        </span>
      ),
    },
    countOf('present'),
    countOf('late'),
    countOf('notice'),
    countOf('absent'),
  ];
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="wrap-anywhere mb-2 font-sans font-semibold">
        {name === null ? t('attendance.between_terms') : <OwnWords>{name}</OwnWords>}
      </Heading>
      <DataTable
        caption={name ?? t('attendance.between_terms')}
        columns={columns}
        rows={sums}
        rowKey={({ classid }) => classid}
      />
    </section>
  );
}

function AttendedLesson({ lesson }: { lesson: Lesson }) {
  const { weekday } = useFormats();
  const { classname, day, startsat, guest, trial, words, teachernote } = lesson;
  const kind = kindOf(lesson);
  return (
    <>
      <time dateTime={startsat} className="text-quiet text-sm first-letter:uppercase">
        {weekday(day)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="wrap-anywhere font-semibold">
            <OwnWords>{classname}</OwnWords>
          </span>
          <span className={`font-medium text-sm ${COLORS[kind]}`}>{t(WORDS[kind])}</span>
          {guest && (
            <span className="text-quiet text-sm">
              {t(trial ? 'attendance.trial' : 'attendance.in_place_of_missed')}
            </span>
          )}
        </p>
        {words && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-line text-quiet text-sm">
            {words}
          </p>
        )}
        {teachernote && (
          <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
            {teachernote}
          </p>
        )}
      </div>
    </>
  );
}
