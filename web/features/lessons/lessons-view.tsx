import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import type { Room } from '#contract/rooms/calls.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { CancelDialog, type Makeup } from './cancel-dialog.tsx';
import { LessonList } from './lesson-list.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { loadTeachers, type TeacherLoad } from './teacher-field.tsx';

type Open = { lesson: ClassLesson } & (
  | { intent: 'move'; load: TeacherLoad; offered?: Makeup | undefined }
  | { intent: 'cancel' }
);

type Props = {
  item: Pick<MusicClass, 'classname' | 'instructorid'>;
  lessons: readonly ClassLesson[];
  rooms: readonly Room[];
  /** When the class meets, in a line. */
  meets: string | undefined;
  /** Where it is said when the class meets. */
  plan: string;
  /** What else can be done with a lesson to come. */
  actions?: (lesson: ClassLesson) => ReactNode;
  /** Where notes and files of lessons are, but for their ids. */
  notes: string;
  /** The same of registers, where they are marked one by one. */
  registers?: string;
};

/** The lessons of a class for those who may change them. */
export function LessonsView({ item, lessons, rooms, meets, plan, actions, notes, registers }: Props) {
  const [open, setOpen] = useState<Open>();
  // The present state, where it was changed elsewhere meanwhile.
  const lesson = open && (lessons.find(({ _id }) => _id === open.lesson._id) ?? open.lesson);
  const close = () => setOpen(undefined);
  const move = (lesson: ClassLesson, offered?: Makeup) =>
    setOpen({ lesson, intent: 'move', load: loadTeachers(), offered });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageHeading title={t('areas.lessons')} lead={<OwnWords>{item.classname}</OwnWords>} />
          {meets && <p className="mt-1 text-quiet">{meets}</p>}
          <ZoneNote />
        </div>
        {lessons.length > 0 && (
          <Link to={plan} className="btn btn-outline">
            <CalendarDays className="size-4" aria-hidden="true" />
            {t('lessons.change_times')}
          </Link>
        )}
      </div>
      {lessons.length === 0 ? (
        <Empty sentence={t('lessons.none_yet')}>
          <Link to={plan} className="btn btn-primary">
            {t('classes.set_times')}
          </Link>
        </Empty>
      ) : (
        <Lists
          lessons={lessons}
          teacherid={item.instructorid}
          actions={actions}
          notes={notes}
          registers={registers}
          onIntent={(lesson, intent) => (intent === 'move' ? move(lesson) : setOpen({ lesson, intent }))}
        />
      )}
      {open?.intent === 'move' && lesson && (
        <MoveDialog {...open} lesson={lesson} rooms={rooms} onClose={close} />
      )}
      {open?.intent === 'cancel' && lesson && (
        <CancelDialog lesson={lesson} onMakeUp={(offered) => move(lesson, offered)} onClose={close} />
      )}
    </>
  );
}

/** What is still to come, and below it what was. */
function Lists({
  lessons,
  ...props
}: Pick<Props, 'lessons'> &
  Pick<Parameters<typeof LessonList>[0], 'teacherid' | 'onIntent' | 'actions' | 'notes' | 'registers'>) {
  const [now] = useState(Date.now);
  const { coming = [], past = [] } = Object.groupBy(lessons, ({ startsat }) =>
    Date.parse(startsat) > now ? 'coming' : 'past',
  );
  return (
    <div className="space-y-8">
      <section aria-labelledby="coming">
        <h2 id="coming" className="mb-4 text-subheading">
          {t('lessons.still_to_come')}
        </h2>
        {coming.length > 0 ? (
          <LessonList caption={t('lessons.to_come')} lessons={coming} {...props} />
        ) : (
          <p className="text-quiet">{t('lessons.none_to_come')}</p>
        )}
      </section>
      {past.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer text-plum">
            {t('lessons.past_lessons_count', { count: past.length })}
          </summary>
          <div className="mt-4">
            <LessonList caption={t('lessons.past_lessons')} lessons={past.toReversed()} isPast {...props} />
          </div>
        </details>
      )}
    </div>
  );
}
