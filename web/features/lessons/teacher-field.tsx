import { Suspense, use } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import { type Instructor, instructorCalls } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
import { SelectField } from '#web/components/form/field.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { wentWrong } from '#web/lib/api/wire.ts';

const api = apiOf(instructorCalls);

/** Who may hold a lesson, or why that is not known; never rejects. */
export type TeacherLoad = Promise<{ teachers: Pick<Instructor, '_id' | 'name'>[]; problem?: string }>;

/** Starts to load the teachers who may hold a lesson. Call it in an event handler, not while rendering. */
export const loadTeachers = (): TeacherLoad =>
  api.listInstructors().then(
    (teachers) => ({ teachers }),
    (error) => ({ teachers: [], problem: apiErrorOf(error)?.message ?? wentWrong() }),
  );

type Props = {
  load: TeacherLoad;
  /** The teacher of the lesson now; null without one. */
  chosen: Pick<Instructor, '_id' | 'name'> | null;
};

/** Chooses who holds a lesson; until the others are there, and without them, it is who holds it now. */
export const TeacherField = ({ load, ...field }: Props) => (
  <Suspense fallback={<Choice {...field} others={[]} hint={t('lessons.loading_teachers')} />}>
    <Loaded load={load} {...field} />
  </Suspense>
);

function Loaded({ load, ...field }: Props) {
  const { teachers, problem } = use(load);
  const others = teachers.filter(({ _id }) => _id !== field.chosen?._id);
  return <Choice {...field} others={others} hint={problem} />;
}

function Choice({
  chosen,
  others,
  hint,
}: Omit<Props, 'load'> & { others: Pick<Instructor, '_id' | 'name'>[]; hint?: string | undefined }) {
  const offered = [chosen ?? { _id: '', name: t('lessons.no_teacher_yet') }, ...others];
  return (
    <SelectField
      label={t('lessons.teacher')}
      name="teacherid"
      defaultValue={chosen?._id ?? ''}
      options={offered.map(({ _id }) => _id)}
      optionLabels={Object.fromEntries(offered.map(({ _id, name }) => [_id, name]))}
      hint={hint}
    />
  );
}
