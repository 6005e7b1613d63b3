import { useState } from 'react';
import { ActionButton } from '#web/components/action-button.tsx';
import { api } from '#web/lib/api.ts';
import type { Account } from './account.ts';
import { DeleteAccountDialog, type ErasureLoad, loadErasure } from './delete-account-dialog.tsx';
import { FormMessage } from './form-parts.tsx';
import { Panel } from './panel.tsx';
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
  const [erasure, setErasure] = useState<ErasureLoad>();
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
        <button type="button" className="btn btn-ghost text-error" onClick={() => setErasure(loadErasure())}>
          Delete my account
        </button>
      </div>
      {erasure && (
        <DeleteAccountDialog account={account} load={erasure} onClose={() => setErasure(undefined)} />
      )}
    </Panel>
  );
}
