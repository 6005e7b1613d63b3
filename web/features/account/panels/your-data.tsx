import { useState } from 'react';
import { accountCalls } from '#contract/account/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import type { Account } from '#web/features/account/account.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import { saveFile } from '#web/lib/api/save-file.ts';
import { DeleteAccountDialog, type ErasureLoad, loadErasure } from './delete-account-dialog.tsx';
import { Panel } from './panel.tsx';

const api = apiOf(accountCalls);

async function download() {
  const data = await api.readAccountData();
  saveFile(`${t('account.data_file_name')}.json`, JSON.stringify(data, null, 2), 'application/json');
}

/** Takes everything along that the school keeps of a person, or ends the account. */
export function YourData({ account }: { account: Account }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [erasure, setErasure] = useState<ErasureLoad>();
  async function save() {
    setIsBusy(true);
    setProblem('');
    const outcome = await attempt(download());
    if (!outcome.isDone) setProblem(outcome.problem);
    setIsBusy(false);
  }
  return (
    <Panel title={t('account.your_data')} lead={t('account.your_data_lead')}>
      <FormMessage problem={problem} />
      <div className="flex flex-wrap gap-3">
        <ActionButton className="btn btn-outline" isBusy={isBusy} onClick={save}>
          {t('account.download_my_data')}
        </ActionButton>
        <button type="button" className="btn btn-ghost text-error" onClick={() => setErasure(loadErasure())}>
          {t('account.delete_my_account')}
        </button>
      </div>
      {erasure && (
        <DeleteAccountDialog account={account} load={erasure} onClose={() => setErasure(undefined)} />
      )}
    </Panel>
  );
}
