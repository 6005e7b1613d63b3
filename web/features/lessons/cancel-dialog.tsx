import { useState } from 'react';
import type { CancelledLesson } from '#contract/lessons/calls.ts';
import { CancelDraft } from '#contract/lessons/form.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
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
      title="Cancel this lesson?"
      action="Cancel the lesson"
      cancel="Keep it"
      tone="btn-error"
      of={form}
      onClose={onClose}
    >
      <div className="rounded-field bg-mist/60 px-4 py-3">
        <LessonTime lesson={form.seen} />
      </div>
      <TextField
        label="Reason (optional)"
        name="reason"
        autoComplete="off"
        hint="Families read it in the email about the change."
      />
    </FormDialog>
  );
}

function Offer({ makeup, onMakeUp, onClose }: Props & { makeup: Makeup | null }) {
  const { weekday, clock } = useFormats();
  return (
    <Dialog title="The lesson is cancelled" onClose={onClose}>
      <p>
        {makeup
          ? `The room, the teacher and everyone in the class are free on ${weekday(makeup.day)}, ${clock(makeup.starttime)}. Schedule the makeup lesson then?`
          : 'No free day was found after the last lesson. You can make it up at another time.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          Not now
        </button>
        <button type="button" className="btn btn-primary" onClick={() => onMakeUp(makeup ?? undefined)}>
          {makeup ? 'Make it up then' : 'Choose a time'}
        </button>
      </div>
    </Dialog>
  );
}
