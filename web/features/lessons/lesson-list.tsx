import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { teacherName } from '#contract/former.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';
import { LessonTime } from './lesson-time.tsx';

/** What may be done with a lesson. */
type LessonIntent = 'move' | 'cancel';

type Props = {
  caption: string;
  lessons: readonly ClassLesson[];
  /** The class's instructor; null once they have left. */
  teacherid: string | null;
  /** Whether they have begun: then only what was cancelled can still be made up. */
  isPast?: boolean;
  onIntent: (lesson: ClassLesson, intent: LessonIntent) => void;
  /** What else can be done with one that is to come. */
  actions?: ((lesson: ClassLesson) => ReactNode) | undefined;
  /** Where notes and files of lessons are, but for their ids. */
  notes: string;
  /** The same of registers, where they are marked one by one. */
  registers?: string | undefined;
};

const isCancelled = ({ state }: ClassLesson) => state === 'cancelled';

/** Lessons of a class with how they stand. */
export function LessonList({
  caption,
  lessons,
  teacherid,
  isPast = false,
  onIntent,
  actions,
  notes,
  registers,
}: Props) {
  const columns: Column<ClassLesson>[] = [
    { heading: t('lessons.lesson'), cell: (lesson) => <LessonTime lesson={lesson} /> },
    {
      heading: t('rooms.room'),
      card: 'plain',
      cell: ({ room }) => (
        <span className={`wrap-anywhere ${room ? '' : 'text-quiet'}`}>
          {room ? <OwnWords>{room}</OwnWords> : t('lessons.no_room_cell')}
        </span>
      ),
    },
    {
      heading: t('lessons.status'),
      card: 'plain',
      cell: (lesson) => <Standing lesson={lesson} teacherid={teacherid} />,
    },
  ];
  columns.push({
    heading: t('common.change'),
    card: 'foot',
    cell: (lesson) => (
      <span className="flex w-full flex-wrap gap-2 max-sm:*:grow">
        {(!isPast || isCancelled(lesson)) && (
          <Actions lesson={lesson} onIntent={onIntent} actions={isPast ? undefined : actions} />
        )}
        <NotesLink lesson={lesson} to={`${notes}/${lesson._id}`} />
        {registers && lesson.begun && !isCancelled(lesson) && (
          <RegisterLink lesson={lesson} to={`${registers}/${lesson._id}`} />
        )}
      </span>
    ),
  });
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={lessons}
      rowKey={({ _id }) => _id}
      rowClass={(lesson) => (isCancelled(lesson) ? 'bg-base-200' : undefined)}
    />
  );
}

/** How it differs from what was planned, and why. */
function Standing({ lesson, teacherid }: { lesson: ClassLesson; teacherid: string | null }) {
  const { state, instructorname, reason } = lesson;
  const isSubstituted = !isCancelled(lesson) && lesson.teacherid !== teacherid;
  const shown = state === 'planned' && isSubstituted ? 'moved' : state;
  if (shown === 'planned') return <span className="text-quiet">{t(LESSON_STATE_WORDS[shown])}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-start">
      <span className={`badge font-semibold ${isCancelled(lesson) ? 'badge-error' : 'badge-info'}`}>
        {t(LESSON_STATE_WORDS[shown])}
      </span>
      {isSubstituted && (
        <span className="wrap-anywhere">
          {t('lessons.with_teacher', { name: teacherName(instructorname) })}
        </span>
      )}
      {reason && <span className="wrap-anywhere text-quiet">{lessonReasonWords(reason)}</span>}
    </span>
  );
}

type Acting = { lesson: ClassLesson } & Pick<Props, 'onIntent' | 'actions'>;

function Actions({ lesson, onIntent, actions }: Acting) {
  const { weekday } = useFormats();
  const day = weekday(lesson.day);
  const isOff = isCancelled(lesson);
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={isOff ? t('lessons.make_up_lesson_on', { day }) : t('lessons.change_lesson_on', { day })}
        onClick={() => onIntent(lesson, 'move')}
      >
        {isOff ? t('lessons.make_up') : t('common.change')}
      </button>
      {!isOff && (
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          aria-label={t('lessons.cancel_lesson_on', { day })}
          onClick={() => onIntent(lesson, 'cancel')}
        >
          {t('lessons.cancel')}
        </button>
      )}
      {!isOff && actions?.(lesson)}
    </>
  );
}

function NotesLink({ lesson, to }: { lesson: ClassLesson; to: string }) {
  const { weekday } = useFormats();
  return (
    <Link
      to={to}
      className="btn btn-ghost btn-sm"
      aria-label={t('materials.notes_and_files_on', { day: weekday(lesson.day) })}
    >
      {t('materials.notes_and_files')}
    </Link>
  );
}

function RegisterLink({ lesson, to }: { lesson: ClassLesson; to: string }) {
  const { weekday } = useFormats();
  return (
    <Link
      to={to}
      className="btn btn-ghost btn-sm"
      aria-label={t('common.label_of', { label: t('areas.register'), of: weekday(lesson.day) })}
    >
      {t('areas.register')}
    </Link>
  );
}
