import { AbsenceDraft } from '#contract/catchups/form.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { absenceChanges } from './changes.ts';
import { useBegin, useLastDay } from './until-day.ts';

export type Missing = {
  lesson: WeekLesson;
  learner: WeekLesson['learners'][number];
  /** Whether it is the reader. */
  isSelf: boolean;
  /** How many lessons may still be caught up; null where there is no limit. */
  left: number | null;
};

type Props = { of: Missing; onSaved: () => void; onClose: () => void };

/** Says that a learner cannot come to a lesson, and before that what it earns. */
export function AbsenceDialog({ of, onSaved, onClose }: Props) {
  const save = useSave(absenceChanges);
  const { lesson, learner, isSelf } = of;
  const begin = useBegin();
  const form = useForm(AbsenceDraft, {
    fields: { words: { label: t('absences.words'), rows: 2 } },
    send: ({ words }) =>
      save('noteAbsence', { lessonid: lesson._id, learnerid: learner.learnerid, words: words ?? '' }),
    onSaved,
  });
  return (
    <FormDialog
      title={t('absences.title', { self: isSelf ? 'yes' : 'no', name: learner.learnername })}
      action={t('absences.tell_school')}
      cancel={t('common.cancel')}
      of={form}
      onClose={onClose}
      lead={
        <div className="mb-4 grid gap-2">
          <p className="font-semibold">
            {t('absences.lesson_at', { classname: lesson.classname, moment: begin(lesson.startsat) })}
          </p>
          <Earning {...of} />
        </div>
      }
    />
  );
}

function Earning({ lesson, learner: { earns }, left }: Missing) {
  const { missedlessons, noticehours } = useConfig().school;
  const lastDay = useLastDay();
  if (earns !== null)
    return (
      <>
        <p>{t('absences.earns', { day: lastDay(earns) })}</p>
        {left !== null && <p className="text-quiet text-sm">{t('absences.left', { count: left })}</p>}
      </>
    );
  const isLate = Date.parse(lesson.startsat) - Date.now() < noticehours * 60 * 60_000;
  return (
    <p>
      {missedlessons === 'catchup' && isLate
        ? t('absences.too_late', { count: noticehours })
        : t('absences.earns_nothing')}
    </p>
  );
}
