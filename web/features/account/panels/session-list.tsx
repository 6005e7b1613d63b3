import type { SignInSession } from '#contract/account/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useLeaving } from '#web/components/layout/leaving.tsx';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { browserName } from './browser-name.ts';
import { Panel } from './panel.tsx';

/** Where the person is signed in; each can be ended, or all at once. */
export function SessionList({ sessions }: { sessions: readonly SignInSession[] }) {
  const { leaveBy } = useLeaving();
  const { moment } = useFormats();
  const end = useChange(accountChanges, 'endSession');
  const endAll = useChange(accountChanges, 'signOutEverywhere');
  const isBusy = end.isBusy || endAll.isBusy;
  return (
    <Panel title={t('account.active_devices')} lead={t('account.active_devices_lead')}>
      <ul className="divide-y divide-base-300">
        {sessions.map(({ _id, useragent, seenat, current }) => (
          <li key={_id} className="flex flex-wrap items-center gap-3 py-3">
            <span className="min-w-[min(11rem,100%)] flex-1">
              <span className="block font-medium">{browserName(useragent)}</span>
              <span className="text-quiet text-sm">
                {current ? t('account.this_device_now') : t('account.last_seen', { moment: moment(seenat) })}
              </span>
            </span>
            {!current && (
              <ActionButton
                className="btn btn-outline btn-sm"
                isUnavailable={isBusy}
                onClick={() => end.run({ id: _id })}
              >
                {rich('account.sign_out', {
                  browser: browserName(useragent),
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      <FormMessage problem={end.problem || endAll.problem} />
      <ActionButton
        className="btn btn-outline mt-4"
        isUnavailable={isBusy}
        onClick={() => leaveBy(() => endAll.run())}
      >
        {t('account.sign_out_everywhere')}
      </ActionButton>
      <p className="mt-3 text-quiet text-sm">{t('account.sign_out_everywhere_lead')}</p>
    </Panel>
  );
}
