import { useState } from 'react';
import type { CancelledLesson } from '#contract/lessons/calls.ts';
import { CancelDraft } from '#contract/lessons/form.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { lessonChanges } from './changes.ts';
import { LessonTime } from './lesson-time.tsx';

/** A day on which a cancelled lesson can be held. */
export type Makeup = NonNullable<CancelledLesson['makeup']>;

type Props = {
  lesson: ClassLesson;
  /** Chooses when it is held after all, first the time that is offered. */
  onMakeUp: (offered?: Makeup) => void;
  onClose: () => void;
};

/** Cancels a lesson, and then offers a day to make it up. */
export function CancelDialog(props: Props) {
  const [makeup, setMakeup] = useState<Makeup | null>();
  if (makeup !== undefined) return <Offer {...props} makeup={makeup} />;
  return <Question {...props} onCancelled={setMakeup} />;
}

function Question({
  lesson,
  onClose,
  onCancelled,
}: Props & { onCancelled: (makeup: Makeup | null) => void }) {
  const save = useSave(lessonChanges);
  const form = useForm(CancelDraft, {
    item: lesson,
    send: ({ reason }, { _id: id, version }) => save('cancelLesson', { id, version, reason: reason ?? '' }),
    onSaved: ({ answer }) => onCancelled((answer as CancelledLesson).makeup),
  });
  return (
    <FormDialog
      title={t('lessons.ask_cancel')}
      action={t('lessons.cancel_lesson')}
      cancel={t('lessons.keep_it')}
      tone="btn-error"
      of={form}
      onClose={onClose}
    >
      <div className="rounded-field bg-mist/60 px-4 py-3">
        <LessonTime lesson={form.seen} />
      </div>
      <TextField
        label={t('lessons.reason_optional')}
        name="reason"
        autoComplete="off"
        hint={t('lessons.reason_hint')}
      />
    </FormDialog>
  );
}

function Offer({ makeup, onMakeUp, onClose }: Props & { makeup: Makeup | null }) {
  const { weekday, clock } = useFormats();
  return (
    <Dialog title={t('lessons.is_cancelled')} onClose={onClose}>
      <p>
        {makeup
          ? t('lessons.offer_makeup', {
              day: weekday(makeup.day),
              time: clock(makeup.starttime),
            })
          : t('lessons.no_makeup_found')}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.not_now')}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => onMakeUp(makeup ?? undefined)}>
          {makeup ? t('lessons.make_up_then') : t('lessons.choose_time')}
        </button>
      </div>
    </Dialog>
  );
}
