import { listOf } from '#contract/formats.ts';
import { meetsInBrief } from '#contract/messages/meets-words.ts';
import type { Roster } from '#contract/rosters/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

/** Columns that a sheet has room for. */
const LESSONS_MAX = 36;
/** With more lessons than this the sheet lies on its side. */
const UPRIGHT_MAX = 10;

export type Planned = { lessons: readonly ClassLesson[]; terms: readonly Term[] };

/** The term of this day, or else of the next lesson, and the lessons that are ticked in it. */
function lessonsOf({ lessons, terms }: Planned, today: string) {
  const held = lessons.filter(({ state }) => state !== 'cancelled');
  const from = held.find(({ day }) => day >= today)?.day ?? today;
  const within = (day: string) => terms.find(({ firstday, lastday }) => firstday <= day && day <= lastday);
  const term = within(today) ?? within(from);
  const ticked = term
    ? held.filter(({ day }) => term.firstday <= day && day <= term.lastday)
    : held.filter(({ day }) => day >= today);
  return { term, ticked: ticked.slice(0, LESSONS_MAX) };
}

/**
 * A roster on paper: what the class is, and a column to tick for each of its lessons; with telephone numbers
 * where the caller may read them.
 */
export function RosterSheet({ roster, ...planned }: Planned & { roster: Roster }) {
  const { classname, instructorname, meets } = roster.class;
  const { name, timezone = 'UTC' } = useConfig().school;
  const formats = useFormats();
  const { term, ticked } = lessonsOf(planned, dayAt(Date.now(), timezone));
  const rooms = [...new Set(ticked.flatMap(({ room }) => room ?? []))];
  const hasPhones = roster.students.some(({ phone }) => phone);
  const facts = [
    term?.name,
    instructorname,
    meets && meetsInBrief(meets, formats),
    rooms.length > 0 && listOf(rooms),
  ].filter(Boolean);
  return (
    <section
      aria-hidden="true"
      className={`roster-sheet hidden print:block ${ticked.length > UPRIGHT_MAX ? 'roster-wide' : ''}`}
    >
      <p>{name}</p>
      <p className="roster-class">
        <OwnWords>{classname}</OwnWords>
      </p>
      <p>{facts.join(' · ')}</p>
      <table>
        <thead>
          <tr>
            <th>{t('rosters.student')}</th>
            {hasPhones && <th>{t('rosters.phone')}</th>}
            {ticked.map(({ _id, day }) => (
              <th key={_id} className="roster-tick">
                <span>{formats.shortDay(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roster.students.map(({ _id, name: student, phone }) => (
            <tr key={_id}>
              <td>{student}</td>
              {hasPhones && <td className="whitespace-nowrap">{phone}</td>}
              {ticked.map((lesson) => (
                <td key={lesson._id} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
