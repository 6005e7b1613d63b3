import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { api } from '#web/lib/api.ts';
import { type Account, deleteAccount } from './account.ts';
import { FormMessage } from './form-parts.tsx';
import { Panel } from './panel.tsx';
import { PasswordField } from './password-field.tsx';
import { useTask } from './use-task.ts';

async function download() {
  const data = await api.readAccountData();
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = 'my-school-data.json';
  anchor.click();
  URL.revokeObjectURL(url);
}

/** Takes everything along that the school keeps of a person, or ends the account. */
export function YourData({ account }: { account: Account }) {
  const { isBusy, problem, run } = useTask();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Panel
      title="Your data"
      lead="Your profile, selected classes, enrolments, payments and sessions, as JSON."
    >
      <FormMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <ActionButton className="btn btn-outline" isBusy={isBusy} onClick={() => run(download)}>
          Download my data
        </ActionButton>
        <button type="button" className="btn btn-ghost text-error" onClick={() => setIsAsking(true)}>
          Delete my account
        </button>
      </div>
      {isAsking && <DeleteDialog account={account} onClose={() => setIsAsking(false)} />}
    </Panel>
  );
}

function DeleteDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const navigate = useNavigate();
  const { isBusy, problem, setProblem, run } = useTask();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    void run(async () => {
      await deleteAccount(password);
      await navigate('/');
    }, 'Your account is deleted');
  }
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form method="post" onSubmit={submit} className="space-y-5">
        <p>
          This cannot be undone. Your profile, selected classes and places in waiting lists go; what you paid
          stays in the school’s books without your name.
        </p>
        {account.ways.includes('password') ? (
          <PasswordField
            name="password"
            label="Your password"
            autoComplete="current-password"
            onEdit={() => setProblem('')}
          />
        ) : (
          <p>A window will open in which you confirm who you are.</p>
        )}
        <FormMessage problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn" onClick={onClose}>
            Keep my account
          </button>
          <ActionButton type="submit" className="btn btn-error" isBusy={isBusy}>
            Delete my account
          </ActionButton>
        </div>
      </form>
    </Dialog>
  );
}
