import { type FormEvent, type ReactNode, useState } from 'react';
import { FEEDBACK_MAX } from '#contract/classes.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { TextAreaField } from '#web/components/field.tsx';
import type { Outcome } from '#web/lib/outcome.ts';

/** Writes feedback on a class; stays open with what was typed when it cannot be sent. `children` stand below. */
export function FeedbackDialog({
  classname,
  onSend,
  onClose,
  children,
}: {
  classname: string;
  onSend: (feedback: string) => Promise<Outcome>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [fault, setFault] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const feedback = String(new FormData(event.currentTarget).get('feedback')).trim();
    if (!feedback) return setFault('Write a feedback first.');
    setIsBusy(true);
    const { isDone } = await onSend(feedback);
    setIsBusy(false);
    if (isDone) return onClose();
    setFault('It could not be sent. What you wrote is still here: please try again.');
  }

  return (
    <Dialog title="Write a feedback" onClose={onClose}>
      <form noValidate onSubmit={send}>
        <p className="wrap-anywhere mb-4 text-quiet">{classname}</p>
        <TextAreaField
          label="Feedback"
          name="feedback"
          rows={5}
          maxLength={FEEDBACK_MAX}
          error={fault}
          onChange={() => setFault('')}
        />
        <ActionButton type="submit" className="btn btn-primary mt-5" isBusy={isBusy}>
          Submit Feedback
        </ActionButton>
      </form>
      {children}
    </Dialog>
  );
}
