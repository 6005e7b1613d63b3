import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import {
  CALL_OFF_REFUNDS,
  type CalledOff,
  type CallOffRefund,
  type MusicClass,
} from '#contract/classes/calls.ts';
import { CallOffDraft } from '#contract/classes/form.ts';
import { type PlainId, t } from '#languages/t.ts';
import { DryResult } from '#web/components/dialog/dry-result.tsx';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { decisionChanges, tryCallOff } from '#web/features/classes/changes.ts';
import { useSave } from '#web/lib/api/change.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { rich } from '#web/lib/rich.ts';

const REFUNDS = {
  whole: 'calloffs.refund_whole',
  'lessons-left': 'calloffs.refund_lessons_left',
  none: 'calloffs.refund_none',
} as const satisfies Record<CallOffRefund, PlainId>;

const BEGINNING = { reason: '', refund: 'whole' };

const fieldsOf = () => ({
  reason: { label: t('calloffs.reason'), hint: t('calloffs.reason_hint') },
  refund: {
    label: t('calloffs.what_goes_back'),
    options: Object.fromEntries(CALL_OFF_REFUNDS.map((refund) => [refund, t(REFUNDS[refund])])),
  },
});

type Props = {
  item: Pick<MusicClass, '_id' | 'classname' | 'runsfrom'>;
  /** Whether the reader may do it; the office is told alone what it would come to. */
  mayDo: boolean;
  onClose: () => void;
};

/** Says what calling a class off comes to, asks why and what goes back, and does it once. */
export function CallOffDialog({ item: { _id: id, classname, runsfrom }, mayDo, onClose }: Props) {
  const isTooSmall = runsfrom === undefined;
  const save = useSave(decisionChanges);
  const [key] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState(BEGINNING);
  const ask = useCallback((body: string) => tryCallOff(id, JSON.parse(body)), [id]);
  const dry = useLatest(JSON.stringify(typed), ask);
  const form = useForm(CallOffDraft, {
    fields: fieldsOf(),
    item: BEGINNING,
    send: (draft) => save('callOff', { id, key, ...draft }),
    onSaved: onClose,
    onEdit: ({ target: { name, value } }) => setTyped((known) => ({ ...known, [name]: value })),
  });
  return (
    <FormDialog
      title={t('calloffs.ask')}
      action={mayDo ? t('calloffs.do_it') : undefined}
      cancel={t(mayDo ? 'calloffs.keep_class' : 'common.close')}
      tone="btn-error"
      lead={
        <>
          <p>
            {rich('calloffs.means', {
              classname: (
                <strong>
                  <OwnWords>{classname}</OwnWords>
                </strong>
              ),
            })}
          </p>
          {isTooSmall && (
            <p className="text-quiet">
              {rich('reservations.or_wait', {
                link: (words) => (
                  <Link to={`/admin/updateclass/${id}`} className="link">
                    {words}
                  </Link>
                ),
              })}
            </p>
          )}
          {!mayDo && <p className="font-semibold">{t('calloffs.admin_does_it')}</p>}
        </>
      }
      of={form}
      onClose={onClose}
    >
      <DryResult label={t('calloffs.what_happens')} dry={dry} working={t('calloffs.working_out')}>
        {(answer) => <Outcome {...answer} hasReason={typed.reason.trim() !== ''} />}
      </DryResult>
    </FormDialog>
  );
}

/** What it does, in sentences, and the mail to one of the families once it says why. */
function Outcome({
  lessons,
  families,
  waiting,
  sums,
  currency,
  mail,
  hasReason,
}: CalledOff & { hasReason: boolean }) {
  const { money } = useFormats();
  const { card, byhand, struck } = sums;
  const lines = [
    t('calloffs.lessons_cancelled', { count: lessons }),
    t('calloffs.families_told', { count: families }),
    card > 0 && t('calloffs.back_to_cards', { sum: money(card, currency) }),
    byhand > 0 && t('calloffs.back_by_hand', { sum: money(byhand, currency) }),
    struck > 0 && t('calloffs.no_longer_owed', { sum: money(struck, currency) }),
    card + byhand + struck === 0 && t('calloffs.no_money'),
    waiting > 0 && t('calloffs.waiting_told', { count: waiting }),
  ].filter((line) => typeof line === 'string');
  return (
    <>
      <p className="font-semibold">{t('calloffs.what_happens')}</p>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {mail && hasReason && (
        <details className="mt-3">
          <summary className="link w-fit cursor-pointer">{t('calloffs.see_the_email')}</summary>
          <p className="wrap-anywhere mt-3 font-semibold text-sm">{mail.subject}</p>
          <p dir="auto" className="wrap-anywhere mt-2 whitespace-pre-wrap text-sm">
            {mail.text}
          </p>
        </details>
      )}
    </>
  );
}
