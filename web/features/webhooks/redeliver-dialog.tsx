import { momentOf, wallTimeAt } from '#contract/time/wall-time.ts';
import type { Webhook } from '#contract/webhooks/calls.ts';
import { RedeliveryDraft } from '#contract/webhooks/form.ts';
import { t } from '#languages/t.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/field.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { webhookChanges } from './changes.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The field knows no seconds: a minute that is named counts to its end. */
const REST_OF_MINUTE_MS = 59_999;

/** Sends again what happened in a range, such as the day on which the program had lost what it took. */
export function RedeliverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { timezone } = useConfig().school;
  const save = useSave(webhookChanges);
  const isoOf = (typed: string, more = 0) => new Date((momentOf(typed, timezone) ?? 0) + more).toISOString();
  const form = useForm(RedeliveryDraft, {
    send: ({ from, to }) =>
      save('redeliverMessages', { id: webhook._id, from: isoOf(from), to: isoOf(to, REST_OF_MINUTE_MS) }),
    onSaved: onClose,
  });
  const now = Date.now();
  const moment = { type: 'datetime-local', min: '2000-01-01T00:00', max: '9999-12-31T23:59' } as const;
  return (
    <FormDialog
      title={t('webhooks.send_range_again', { host: new URL(webhook.url).host })}
      action={t('webhooks.send_again')}
      of={form}
      lead={<p className="mb-5">{t('webhooks.range_lead')}</p>}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('webhooks.range_from')}
          name="from"
          defaultValue={wallTimeAt(now - DAY_MS, timezone)}
          {...moment}
        />
        <TextField
          label={t('webhooks.range_to')}
          name="to"
          defaultValue={wallTimeAt(now, timezone)}
          {...moment}
        />
      </div>
    </FormDialog>
  );
}
