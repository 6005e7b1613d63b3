import { type FormEvent, useRef } from 'react';
import {
  LESSON_MINUTES_MAX,
  LESSON_MINUTES_MIN,
  REASON_MAX,
  type LessonDraft as Typed,
} from '#contract/lessons/calls.ts';
import { LessonDraft } from '#contract/lessons/form.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChangedFields } from '#web/components/form/changed-fields.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';
import { roomLabels } from '#web/lib/formats/room-labels.ts';
import { useSchoolTimeElsewhere } from '#web/lib/formats/school-time-elsewhere.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { lessonChanges } from './changes.ts';
import { LessonTime } from './lesson-time.tsx';
import { TeacherField, type TeacherLoad } from './teacher-field.tsx';

const MINUTE_MS = 60_000;

const LABELS = {
  state: 'Status',
  day: 'Day',
  starttime: 'Starts at',
  minutes: 'Minutes',
  roomid: 'Room',
  teacherid: 'Teacher',
  reason: 'Reason',
};

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
  const { isBusy, problem, run, forget } = useChange(lessonChanges, 'moveLesson');
  const { timezone } = useConfig().school;
  const clock = useSchoolTimeElsewhere();
  const { weekday, clock: clockTime } = useFormats();
  const { seen, shown, before, now, takeUp } = useSeen(lesson, (one) => typedOf(one, timezone));
  const isCancelled = seen.state === 'cancelled';
  // Until another user changes the lesson meanwhile.
  const first = before ? shown : { ...shown, ...offered };
  // Who held it may be a teacher whom the list no longer has.
  const teachers = useRef(new Map([[lesson.teacherid ?? '', lesson.instructorname]]));
  teachers.current.set(lesson.teacherid ?? '', lesson.instructorname);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = readForm(new FormData(event.currentTarget));
    const draft = draftOf(typed);
    if (!check(draft)) return;
    const outcome = await run({ id: seen._id, version: seen.version, ...draft });
    if (outcome.isDone) return onClose();
    if (outcome.refusal?.code === 'changed-meanwhile') {
      forget();
      return takeUp({ ...typed, state: seen.state });
    }
    show(Object.fromEntries((outcome.refusal?.errors ?? []).map(({ field, detail }) => [field, detail])));
  }
  function say(field: string, value: string) {
    if (field === 'state') return LESSON_STATE_WORDS[value as keyof typeof LESSON_STATE_WORDS];
    if (field === 'day') return weekday(value);
    if (field === 'starttime') return clockTime(value);
    if (field === 'roomid') return rooms.find(({ _id }) => _id === value)?.name ?? '';
    return field === 'teacherid' ? (teachers.current.get(value) ?? '') : value;
  }
  return (
    <Dialog title={isCancelled ? 'Make this lesson up' : 'Change this lesson'} onClose={onClose}>
      <form
        key={seen.version}
        ref={form}
        method="post"
        noValidate
        className="space-y-5"
        onSubmit={save}
        onChange={(event) => clear((event.target as EventTarget as HTMLInputElement).name)}
      >
        {before && <ChangedFields what="This lesson" before={before} now={now} labels={LABELS} say={say} />}
        <div className="rounded-field bg-mist/60 px-4 py-3">
          <LessonTime lesson={seen} />
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
            defaultValue={first.minutes}
            error={faults.minutes}
          />
        </div>
        <SelectField
          label="Room"
          name="roomid"
          defaultValue={first.roomid}
          options={['', ...rooms.map(({ _id }) => _id)]}
          optionLabels={{ '': 'No room', ...roomLabels(rooms) }}
          error={faults.roomid}
        />
        <TeacherField
          load={load}
          chosen={
            first.teacherid
              ? { _id: first.teacherid, name: teachers.current.get(first.teacherid) ?? '' }
              : null
          }
          error={faults.teacherid}
        />
        <TextField
          label="Reason (optional)"
          name="reason"
          maxLength={REASON_MAX}
          autoComplete="off"
          hint="Families read it in the email about the change."
          defaultValue={isCancelled && !before ? '' : first.reason}
          error={faults.reason}
        />
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
            {isCancelled ? 'Schedule it' : 'Save'}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}

/** A lesson as it stands in the form. */
const typedOf = (lesson: ClassLesson, timezone: string) => ({
  state: lesson.state as string,
  day: lesson.day,
  starttime: wallTimeAt(Date.parse(lesson.startsat), timezone).slice(11),
  minutes: String((Date.parse(lesson.endsat) - Date.parse(lesson.startsat)) / MINUTE_MS),
  roomid: lesson.roomid ?? '',
  teacherid: lesson.teacherid ?? '',
  reason: lesson.reason ?? '',
});

function readForm(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  return {
    ...{ day: text('day'), starttime: text('starttime'), minutes: text('minutes') },
    ...{ roomid: text('roomid'), teacherid: text('teacherid'), reason: text('reason') },
  };
}

/** The fields of the form as they are sent. */
const draftOf = ({ roomid, teacherid, ...typed }: ReturnType<typeof readForm>): Typed => ({
  ...typed,
  roomid: roomid || null,
  teacherid: teacherid || null,
});
