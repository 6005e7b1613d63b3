import { useState } from 'react';
import { t } from '#languages/t.ts';
import { copy } from '#web/components/dialog/copy.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Copy } from '#web/components/icons/copy.tsx';
import { Printer } from '#web/components/icons/printer.tsx';
import { useConfig } from '#web/lib/page/config.ts';

type Props = {
  codes: readonly string[];
  /** The account's, for the sheet of paper. */
  email: string;
  isBusy?: boolean;
  onDone: () => void;
};

/** Ten codes, shown once: on paper nothing else of the page is printed. */
export function RecoveryCodes({ codes, email, isBusy, onDone }: Props) {
  const { school } = useConfig();
  const [said, setSaid] = useState('');
  return (
    <>
      <p>{t('account.recovery_codes_lead')}</p>
      <div data-print-alone className="mt-4">
        <p className="wrap-anywhere hidden print:block">
          {t('account.recovery_codes_of', { school: school.name, email })}
        </p>
        <ul dir="ltr" className="grid gap-x-6 gap-y-1.5 rounded-field bg-mist/60 p-4 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="select-all text-sm tabular-nums">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:grow">
        <button
          type="button"
          className="btn btn-outline"
          onClick={async () => setSaid(await copy(codes.join('\n')))}
        >
          <Copy className="size-4" aria-hidden="true" />
          {t('common.copy')}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => window.print()}>
          <Printer className="size-4" aria-hidden="true" />
          {t('common.print')}
        </button>
      </div>
      <p role="status" className="mt-2 text-quiet text-sm">
        {said}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={onDone}>
          {t('account.codes_are_kept')}
        </ActionButton>
      </div>
    </>
  );
}
