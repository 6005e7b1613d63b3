import { useCallback, useState } from 'react';
import * as z from 'zod/mini';
import type { Debtor } from '#contract/debts/office-calls.ts';
import { t } from '#languages/t.ts';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { debtChanges, tryReminder } from './changes.ts';

const Nothing = z.object({});

/** Shows what a family would read, and sends it once. */
export function RemindDialog({ debtor, onClose }: { debtor: Debtor; onClose: () => void }) {
  const { userid, name, email } = debtor;
  const save = useSave(debtChanges);
  const [key] = useState(() => crypto.randomUUID());
  const ask = useCallback((of: string) => tryReminder(of, key), [key]);
  const dry = useLatest(userid, ask);
  const form = useForm(Nothing, {
    fields: {},
    item: {},
    send: () => save('remindDebtor', { userid, key }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('debts.remind_family', { name })}
      lead={<p className="wrap-anywhere">{t('debts.goes_to', { email: email ?? '' })}</p>}
      action={dry.answer?.mail && !dry.problem ? t('debts.send') : undefined}
      of={form}
      onClose={onClose}
    >
      <DryResult label={t('debts.what_they_read')} dry={dry} working={t('debts.writing')}>
        {({ mail }) =>
          mail && (
            <>
              <p dir="auto" className="wrap-anywhere mb-3 font-semibold">
                {mail.subject}
              </p>
              {/* What it links to is for its readers; no script runs in it. */}
              <iframe
                title={t('debts.what_they_read')}
                sandbox=""
                srcDoc={mail.html}
                className="h-96 w-full rounded-field border border-base-300 bg-white"
              />
            </>
          )
        }
      </DryResult>
    </FormDialog>
  );
}
