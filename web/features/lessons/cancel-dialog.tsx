import { type FormEvent, useRef, useState } from 'react';
import { type CancelledLesson, REASON_MAX } from '#contract/lessons/calls.ts';
import { CancelDraft } from '#contract/lessons/form.ts';
import type { ClassLesson } from '#contract/timetable/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useSeen } from '#web/lib/drafts/use-seen.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
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

const draftOf = () => ({});

function Question({
  lesson,
  onClose,
  onCancelled,
}: Props & { onCancelled: (makeup: Makeup | null) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(CancelDraft, form);
  const { isBusy, problem, run } = useChange(lessonChanges, 'cancelLesson');
  const { seen, takeUp } = useSeen(lesson, draftOf);
  async function cancel(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '');
    if (isBusy || !check({ reason })) return;
    const outcome = await run({ id: seen._id, version: seen.version, reason });
    if (outcome.isDone) onCancelled((outcome.answer as CancelledLesson).makeup);
    else if (outcome.refusal?.code === 'changed-meanwhile') takeUp({});
  }
  return (
    <Dialog title="Cancel this lesson?" onClose={onClose}>
      <form ref={form} method="post" noValidate className="space-y-5" onSubmit={cancel}>
        <div className="rounded-field bg-mist/60 px-4 py-3">
          <LessonTime lesson={seen} />
        </div>
        <TextField
          label="Reason (optional)"
          name="reason"
          maxLength={REASON_MAX}
          autoComplete="off"
          hint="Families read it in the email about the change."
          error={faults.reason}
          onChange={() => clear('reason')}
        />
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Keep it
          </button>
          <ActionButton type="submit" className="btn btn-error" isBusy={isBusy}>
            Cancel the lesson
          </ActionButton>
        </div>
      </form>
    </Dialog>
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
