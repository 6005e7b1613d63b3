import { type FormEvent, type ReactNode, useRef } from 'react';
import type { Learner, Rights } from '#contract/learners/calls.ts';
import { AskDraft } from '#contract/learners/form.ts';
import { EMAIL_MAX } from '#contract/users/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CheckboxGroup } from '#web/components/form/checkbox-group.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { type Outcome, useChange } from '#web/lib/api/change.ts';
import { useFaults } from '#web/lib/forms/use-faults.ts';
import { familyChanges } from './changes.ts';
import { calledName } from './learner-words.ts';
import { namesOf, RIGHTS, type Right, rightsOf } from './rights-words.ts';

/** Invites a guardian, or changes the rights of the one that is given. */
export function GuardianDialog({
  learner,
  guardian,
  onClose,
}: {
  learner: Learner;
  guardian?: Rights & { name: string; email: string };
  onClose: () => void;
}) {
  const { run, isBusy, problem } = useChange(familyChanges, 'saveGuardian');
  const whom = learner.self ? 'you' : calledName(learner);
  return (
    <AskDialog
      title={guardian ? `Permissions of ${guardian.name}` : `Add a guardian for ${whom}`}
      legend={`Permissions for ${whom}`}
      action={guardian ? 'Save' : 'Send the email'}
      email={guardian?.email}
      chosen={guardian ? namesOf(guardian) : ['getsmail']}
      {...{ isBusy, problem, onClose }}
      send={(draft) => run({ learnerid: learner._id, ...draft })}
    >
      {!guardian && (
        <p>
          They get an email. The permissions begin once they sign in with that address and accept. You can
          change or end them at any time.
        </p>
      )}
    </AskDialog>
  );
}

/** Offers a child that has grown up its own account. */
export function TakeoverDialog({ learner, onClose }: { learner: Learner; onClose: () => void }) {
  const { run, isBusy, problem } = useChange(familyChanges, 'offerTakeover');
  const name = calledName(learner);
  return (
    <AskDialog
      title={`Give ${name} their own account`}
      legend="Your permissions"
      action="Send the email"
      chosen={['mayenrol', 'maypay', 'getsmail']}
      {...{ isBusy, problem, onClose }}
      send={(draft) => run({ id: learner._id, ...draft })}
    >
      <p>
        {name} gets an email and accepts with their own account. Their classes and waiting lists move to that
        account; your payments and receipts stay with you. If you choose nothing below, you no longer see{' '}
        {name} here.
      </p>
    </AskDialog>
  );
}

/** Names an address, and what goes with it. */
function AskDialog({
  title,
  legend,
  action,
  email,
  chosen,
  isBusy,
  problem,
  send,
  onClose,
  children,
}: {
  title: string;
  legend: string;
  action: string;
  /** Whose it is, where that is settled. */
  email?: string;
  chosen: readonly Right[];
  isBusy: boolean;
  problem: string;
  send: (draft: Rights & { email: string }) => Promise<Outcome>;
  onClose: () => void;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { faults, check, clear } = useFaults(AskDraft, form);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const draft = { email: email ?? String(typed.get('email')).trim(), ...rightsOf(typed.getAll('rights')) };
    if (check(draft) && (await send(draft)).isDone) onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} method="post" noValidate className="space-y-5" onSubmit={submit}>
        {children}
        {!email && (
          <TextField
            label="Their email"
            name="email"
            type="email"
            maxLength={EMAIL_MAX}
            autoComplete="off"
            error={faults.email}
            onChange={() => clear('email')}
          />
        )}
        <CheckboxGroup legend={legend} name="rights" choices={RIGHTS} chosen={chosen} />
        <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy}>
            {action}
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
