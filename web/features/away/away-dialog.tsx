import { useCallback, useState } from 'react';
import type { AwayChoice, AwayLesson, AwayOutcome, AwayDraft as Draft } from '#contract/away/calls.ts';
import { AwayDraft } from '#contract/away/form.ts';
import { findFault } from '#contract/fields.form.ts';
import { t } from '#languages/t.ts';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { AwayLessonField } from './away-lesson.tsx';
import { type Away, awayChanges, tryAway } from './changes.ts';

const fieldsOf = ({ kind }: Away) => ({
  firstday: { label: t('common.first_day'), isHalf: true },
  lastday: { label: t('common.last_day'), isHalf: true },
  reason: {
    label: t('away.reason'),
    hint: t(kind === 'teacher' ? 'away.reason_of_teacher' : 'away.reason_of_room'),
    isOptional: true,
  },
});

type Choice = AwayLesson['choice'];
type Props = {
  away: Away;
  /** The first day that it is about; the last one too, until that is changed. */
  day: string;
  onClose: () => void;
};

/**
 * What becomes of the lessons of a teacher or a room that is away: on which days, and for each lesson what is
 * proposed, which can be changed. One press does all of it.
 */
export function AwayDialog({ away, day, onClose }: Props) {
  const { kind, id, name } = away;
  const save = useSave(awayChanges);
  const [typed, setTyped] = useState<Required<Draft>>({ firstday: day, lastday: day, reason: '' });
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const isClear = findFault(AwayDraft, typed) === undefined;
  const lessons = Object.entries(chosen).map(([lessonid, choice]) => ({ lessonid, ...choice }));
  const ask = useCallback((body: string) => tryAway({ kind, id }, JSON.parse(body)), [kind, id]);
  const dry = useLatest(isClear ? JSON.stringify({ ...typed, lessons }) : undefined, ask);
  const form = useForm(AwayDraft, {
    fields: fieldsOf(away),
    draftOf: () => ({ firstday: day, lastday: day, reason: '' }),
    async send(draft) {
      if (!dry.isCurrent || !dry.answer?.lessons)
        return { isDone: false, problem: dry.problem ?? t('away.still_working_out') };
      const decided = dry.answer.lessons.map(
        ({ lessonid, version, choice }): AwayChoice => ({ lessonid, version, ...choice }),
      );
      const saved = await save('noteAway', { kind, id, ...draft, lessons: decided });
      // What has changed meanwhile is shown as it is now.
      if (!saved.isDone) dry.retry();
      return saved;
    },
    onSaved: onClose,
    onEdit({ target: { name: field, value } }) {
      if (field in typed) setTyped((known) => ({ ...known, [field]: value }));
    },
  });
  function choose(lessonid: string, choice: Choice) {
    setChosen((known) => ({ ...known, [lessonid]: choice }));
    form.forget();
  }
  const { answer } = dry;
  return (
    <FormDialog
      title={
        kind === 'teacher' ? t('away.teacher_away_title', { name }) : t('away.room_away_title', { name })
      }
      action={doLabel(answer)}
      of={form}
      onClose={onClose}
    >
      {answer?.lessons && answer.lessons.length > 0 && (
        <ul className="space-y-5" aria-label={t('areas.lessons')}>
          {answer.lessons.map((lesson) => (
            <li key={lesson.lessonid}>
              <AwayLessonField
                lesson={lesson}
                choice={chosen[lesson.lessonid] ?? lesson.choice}
                onChoose={(choice) => choose(lesson.lessonid, choice)}
              />
            </li>
          ))}
        </ul>
      )}
      <DryResult
        label={t('away.what_happens')}
        dry={isClear ? dry : { ...dry, answer: undefined }}
        working={t('away.working_out')}
      >
        {(answer) => <Sum answer={answer} away={away} />}
      </DryResult>
    </FormDialog>
  );
}

/** No email is sent where there is no lesson. */
function doLabel(answer: AwayOutcome | undefined): string {
  const told = answer ? answer.families + answer.teachers : 0;
  return told > 0 ? t('away.save_and_email', { count: told }) : t('common.save');
}

/** What all of it comes to, who is written to, and how it is undone. */
function Sum({
  answer: { lessons = [], covered, moved, cancelled, families, teachers },
  away: { kind, name },
}: {
  answer: AwayOutcome;
  away: Away;
}) {
  const lines = [
    lessons.length === 0 && t('away.no_lessons'),
    covered > 0 && t('away.lessons_covered', { count: covered }),
    moved > 0 && t('away.lessons_moved', { count: moved }),
    cancelled > 0 && t('away.lessons_cancelled', { count: cancelled }),
    families > 0 && t('away.families_told', { count: families }),
    teachers > 0 && t('away.teachers_told', { count: teachers }),
    kind === 'teacher' ? t('away.no_new_of_teacher', { name }) : t('away.no_new_in_room', { name }),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      <p className="font-semibold">{t('away.what_happens')}</p>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
