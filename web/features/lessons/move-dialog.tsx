import { type FormEvent, useRef } from 'react';
import { LessonDraft } from '#contract/lessons.form.ts';
import {
  LESSON_MINUTES_MAX,
  LESSON_MINUTES_MIN,
  REASON_MAX,
  type LessonDraft as Typed,
} from '#contract/lessons.ts';
import type { Room } from '#contract/rooms.ts';
import type { ClassLesson } from '#contract/timetable.ts';
import { wallTimeAt } from '#contract/wall-time.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { SelectField, TextField } from '#web/components/field.tsx';
import { useChange } from '#web/lib/change.ts';
import { useConfig } from '#web/lib/config.ts';
import { roomLabels } from '#web/lib/room-labels.ts';
import { useSchoolTimeElsewhere } from '#web/lib/school-time-elsewhere.ts';
import { useFaults } from '#web/lib/use-faults.ts';
import { lessonChanges } from './changes.ts';
import { LessonTime } from './lesson-time.tsx';
import { TeacherField, type TeacherLoad } from './teacher-field.tsx';

const MINUTE_MS = 60_000;

type Props = {
  lesson: ClassLesson;
  /** A time that is offered instead of its own. */
  offered?: { day: string; starttime: string } | undefined;
  rooms: readonly Room[];
  load: TeacherLoad;
  onClose: () => void;
};

/** Moves a lesson to another time or room, or puts a substitute in; of one that is cancelled, says when it is held after all. */
export function MoveDialog({ lesson, offered, rooms, load, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, show, clear } = useFaults(LessonDraft, form);
  const { isBusy, problem, run } = useChange(lessonChanges, 'moveLesson');
  const { timezone } = useConfig().school;
  const clock = useSchoolTimeElsewhere();
  const isCancelled = lesson.state === 'cancelled';
  const first = offered ?? {
    day: lesson.day,
    starttime: wallTimeAt(Date.parse(lesson.startsat), timezone).slice(11),
  };
  const minutes = (Date.parse(lesson.endsat) - Date.parse(lesson.startsat)) / MINUTE_MS;

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const draft = draftOf(new FormData(event.currentTarget));
    if (!check(draft)) return;
    const outcome = await run({ id: lesson._id, ...draft });
    if (outcome.isDone) return onClose();
    show(Object.fromEntries((outcome.refusal?.errors ?? []).map(({ field, detail }) => [field, detail])));
  }
  return (
    <Dialog title={isCancelled ? 'Make this lesson up' : 'Change this lesson'} onClose={onClose}>
      <form
        ref={form}
        method="post"
        noValidate
        className="space-y-5"
        onSubmit={save}
        onChange={(event) => clear((event.target as EventTarget as HTMLInputElement).name)}
      >
        <div className="rounded-field bg-mist/60 px-4 py-3">
          <LessonTime lesson={lesson} />
        </div>
        <div className="grid grid-cols-2 gap-x-4 gap-y-5">
          <div className="col-span-2">
            <TextField label="Day" name="day" type="date" defaultValue={first.day} error={faults.day} />
          </div>
          <TextField
            label="Starts at"
            name="starttime"
            type="time"
            hint={clock}
            defaultValue={first.starttime}
            error={faults.starttime}
          />
          <TextField
            label="Minutes"
            name="minutes"
            type="number"
            min={LESSON_MINUTES_MIN}
            max={LESSON_MINUTES_MAX}
            defaultValue={minutes}
            error={faults.minutes}
          />
        </div>
        <SelectField
          label="Room"
          name="roomid"
          defaultValue={lesson.roomid ?? ''}
          options={['', ...rooms.map(({ _id }) => _id)]}
          optionLabels={{ '': 'No room', ...roomLabels(rooms) }}
          error={faults.roomid}
        />
        <TeacherField
          load={load}
          chosen={
            lesson.teacherid === null ? null : { _id: lesson.teacherid, name: lesson.instructorname ?? '' }
          }
          error={faults.teacherid}
        />
        <TextField
          label="Reason (optional)"
          name="reason"
          maxLength={REASON_MAX}
          autoComplete="off"
          hint="Families read it in the email that tells them."
          defaultValue={isCancelled ? '' : (lesson.reason ?? '')}
          error={faults.reason}
        />
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Leave it
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
            {isCancelled ? 'Schedule it' : 'Save'}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}

function draftOf(form: FormData): Typed {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    day: text('day'),
    starttime: text('starttime'),
    minutes: text('minutes'),
    roomid: text('roomid') || null,
    teacherid: text('teacherid') || null,
    reason: text('reason'),
  };
}
