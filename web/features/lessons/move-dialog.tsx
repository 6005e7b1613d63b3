import { useRef, useState } from 'react';
import type { LessonDraft as Draft, FreeForLesson } from '#contract/lessons/calls.ts';
import { LessonDraft } from '#contract/lessons/form.ts';
import type { Room } from '#contract/rooms/calls.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField, TextField } from '#web/components/form/field.tsx';
import { FreeInstead } from '#web/components/form/free-instead.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { isTaken } from '#web/lib/api/taken.ts';
import { useFormats, useHours } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';
import { roomLabels, roomName } from '#web/lib/formats/room-labels.ts';
import { useSchoolTimeElsewhere } from '#web/lib/formats/school-time-elsewhere.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { BusyThen } from './busy-then.tsx';
import { findFree, lessonChanges } from './changes.ts';
import { LessonTime } from './lesson-time.tsx';
import { TeacherField, type TeacherLoad } from './teacher-field.tsx';

const MINUTE_MS = 60_000;

const labels = () => ({
  state: t('lessons.status'),
  day: t('lessons.day'),
  starttime: t('plans.starts_at'),
  minutes: t('plans.minutes'),
  roomid: t('rooms.room'),
  teacherid: t('lessons.teacher'),
  reason: t('lessons.reason'),
});

type Props = {
  lesson: ClassLesson;
  /** A time that is offered instead of its own. */
  offered?: { day: string; starttime: string } | undefined;
  rooms: readonly Room[];
  load: TeacherLoad;
  onClose: () => void;
};

/**
 * Moves a lesson to another time or room, or puts a substitute in; of one that is cancelled, says when it is
 * held after all.
 */
export function MoveDialog({ lesson, offered, rooms, load, onClose }: Props) {
  const save = useSave(lessonChanges);
  const [free, setFree] = useState<FreeForLesson>();
  const { timezone } = useConfig().school;
  const clock = useSchoolTimeElsewhere();
  const { weekday, clock: clockTime } = useFormats();
  const form = useForm(LessonDraft, {
    item: lesson,
    draftOf: (one) => typedOf(one, timezone),
    toInput,
    async send(draft, { _id: id, version }) {
      setFree(undefined);
      const saved = await save('moveLesson', { id, version, ...draft });
      if (!saved.isDone && isTaken(saved.refusal)) setFree(await findFree(id, draft));
      return saved;
    },
    onSaved: onClose,
  });
  const { seen, shown, before } = form;
  /** Puts what is free into the form. */
  function choose(typed: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(typed)) {
      const field = form.ref.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
    // What is typed is heard of where it is read; what is put there is not.
    form.ref.current?.dispatchEvent(new Event('input'));
    form.forget();
    setFree(undefined);
    form.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }
  const isCancelled = seen.state === 'cancelled';
  // Until another user changes the lesson meanwhile.
  const first = before ? shown : { ...shown, ...offered, ...(isCancelled && { reason: '' }) };
  // Who held it may be a teacher whom the list no longer has.
  const teachers = useRef(new Map([[lesson.teacherid ?? '', lesson.instructorname]]));
  teachers.current.set(lesson.teacherid ?? '', lesson.instructorname);
  const nameOf = (id: string) => teachers.current.get(id) ?? '';

  function say(field: string, value: string) {
    if (field === 'state') return t(LESSON_STATE_WORDS[value as keyof typeof LESSON_STATE_WORDS]);
    if (field === 'day') return weekday(value);
    if (field === 'starttime') return clockTime(value);
    if (field === 'roomid') {
      const room = rooms.find(({ _id }) => _id === value);
      return room ? roomName(room) : '';
    }
    return field === 'teacherid' ? nameOf(value) : value;
  }
  return (
    <FormDialog
      title={isCancelled ? t('lessons.make_up_title') : t('lessons.change_title')}
      action={isCancelled ? t('lessons.schedule_it') : t('common.save')}
      changed={t('lessons.changed_meanwhile')}
      labels={labels()}
      say={say}
      of={form}
      onClose={onClose}
    >
      <div className="rounded-field bg-mist/60 px-4 py-3">
        <LessonTime lesson={seen} />
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5">
        <div className="col-span-2">
          <TextField label={t('lessons.day')} name="day" defaultValue={first.day} />
        </div>
        <TextField
          label={t('plans.starts_at')}
          name="starttime"
          hint={clock}
          defaultValue={first.starttime}
        />
        <TextField label={t('plans.minutes')} name="minutes" type="number" />
      </div>
      <SelectField
        label={t('rooms.room')}
        name="roomid"
        options={['', ...rooms.map(({ _id }) => _id)]}
        optionLabels={{ '': t('lessons.no_room'), ...roomLabels(rooms) }}
      />
      <TeacherField
        load={load}
        chosen={first.teacherid ? { _id: first.teacherid, name: nameOf(first.teacherid) } : null}
      />
      <TextField
        label={t('lessons.reason_optional')}
        name="reason"
        autoComplete="off"
        hint={t('lessons.reason_hint')}
        defaultValue={first.reason}
      />
      <BusyThen form={form.ref} />
      {free && <FreeLesson free={free} onChoose={choose} />}
    </FormDialog>
  );
}

/** Rooms and times that are free where the lesson cannot be as it was wanted. */
function FreeLesson({
  free: { rooms, times },
  onChoose,
}: {
  free: FreeForLesson;
  onChoose: (typed: Readonly<Record<string, string>>) => void;
}) {
  const { weekday, clock } = useHours();
  return (
    <FreeInstead<Readonly<Record<string, string>>>
      title={t('lessons.free_instead')}
      groups={[
        {
          words: t('lessons.rooms_free_then'),
          choices: rooms.map(({ _id, name }) => [name, { roomid: _id }]),
        },
        {
          words: t('lessons.times_free'),
          choices: times.map((time) => [
            t('lessons.time_free', { day: weekday(time.day), time: clock(time.starttime) }),
            time,
          ]),
        },
      ]}
      onChoose={onChoose}
    />
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

/** The fields of the form as they are sent. */
const toInput = ({ state: _, roomid, teacherid, ...typed }: ReturnType<typeof typedOf>): Draft => ({
  ...typed,
  roomid: roomid || null,
  teacherid: teacherid || null,
});
