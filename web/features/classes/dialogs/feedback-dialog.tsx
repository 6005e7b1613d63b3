import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FEEDBACK_MAX } from '#contract/classes/calls.ts';
import { feedbackDraft } from '#contract/classes/form.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { TextAreaField } from '#web/components/form/field.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import type { Outcome } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';

const FeedbackDraft = feedbackDraft('classes.write_your_feedback');

/** A way to send what was written. */
export type FeedbackAction = {
  label: string;
  tone: string;
  /** Whether nothing needs to be written. */
  isOptional?: boolean;
  onSend: (feedback: string) => Promise<Outcome>;
};

/**
 * Writes to a class's instructor; stays open with what was typed when it cannot be sent. `children` stand
 * below.
 */
export function FeedbackDialog({
  title,
  label,
  classname,
  intro,
  actions,
  onClose,
  children,
}: {
  title: string;
  /** Of what is written. */
  label: string;
  classname: string;
  intro?: string;
  actions: readonly FeedbackAction[];
  onClose: () => void;
  children?: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, show, clear } = useFaults(FeedbackDraft, form);
  const [busy, setBusy] = useState<FeedbackAction>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const pressed = (submitter as HTMLButtonElement | null)?.value;
    const action = actions.find((one) => one.label === pressed) ?? actions[0];
    if (!action) return;
    const feedback = String(new FormData(event.currentTarget).get('feedback')).trim();
    const isLeftOut = !feedback && action.isOptional;
    if (!isLeftOut && !check({ feedback })) return;
    setBusy(action);
    const { isDone } = await action.onSend(feedback);
    setBusy(undefined);
    if (isDone) return onClose();
    show({ feedback: t('classes.could_not_be_sent') });
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} noValidate onSubmit={send}>
        <p className="wrap-anywhere mb-4 text-quiet">
          <OwnWords>{classname}</OwnWords>
        </p>
        {intro && <p className="mb-4">{intro}</p>}
        <TextAreaField
          label={label}
          name="feedback"
          rows={5}
          maxLength={FEEDBACK_MAX}
          error={faults.feedback}
          onChange={() => clear('feedback')}
        />
        <div className="mt-5 flex flex-wrap gap-3">
          {actions.map((action) => (
            <ActionButton
              key={action.label}
              type="submit"
              value={action.label}
              className={`btn ${action.tone}`}
              isBusy={busy?.label === action.label}
              isUnavailable={busy !== undefined}
            >
              {action.label}
            </ActionButton>
          ))}
        </div>
      </form>
      {children}
    </Dialog>
  );
}
