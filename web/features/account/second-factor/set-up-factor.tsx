import { type FormEvent, type ReactNode, Suspense, use, useRef, useState } from 'react';
import { t } from '#languages/t.ts';
import { copy } from '#web/components/dialog/copy.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Copy } from '#web/components/icons/copy.tsx';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { NumberField, typedNumber } from '#web/features/account/sign-in/number-field.tsx';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { makeCodes, type SetUp } from './factor.ts';
import { hasRecoveryCodes } from './has-recovery-codes.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Props = {
  setUp: SetUp;
  email: string;
  /** Stands beside the button, to leave it. */
  cancel: ReactNode;
  isBusy?: boolean;
  /** Is called once the account has its second step, and the codes are kept. */
  onDone: () => void;
};

/**
 * Shows an app what it is to show numbers of, takes the first, and gives the recovery codes. Not one of the
 * changes that a page's action makes: the SDK keeps the secret meanwhile.
 */
export function SetUpFactor({ setUp, email, cancel, isBusy = false, onDone }: Props) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const [isTrying, setIsTrying] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { faultOf, message } = useEntryFaults(form, { problem });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsTrying(true);
    setProblem('');
    try {
      await setUp.finish(typedNumber(event.currentTarget));
      setCodes(hasRecoveryCodes() ? await makeCodes().catch(() => []) : []);
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsTrying(false);
  }

  if (codes && codes.length > 0)
    return (
      <>
        <p className="mb-3 font-medium text-success">{t('account.second_step_is_now_on')}</p>
        <RecoveryCodes codes={codes} email={email} isBusy={isBusy} onDone={onDone} />
      </>
    );
  if (codes) return <Done isBusy={isBusy} onDone={onDone} />;
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="space-y-5">
      <ol className="list-decimal space-y-2 ps-5">
        <li>{t('account.set_up_app')}</li>
        <li>{t('account.set_up_scan')}</li>
        <li>{t('account.set_up_number')}</li>
      </ol>
      <div className="flex flex-wrap items-center gap-5">
        <Suspense fallback={<div className="size-44 rounded-field bg-mist/60" />}>
          <QrCode text={setUp.url} />
        </Suspense>
        <div className="min-w-0 flex-1 basis-48">
          <p className="mb-1.5 text-quiet text-sm">{t('account.set_up_key')}</p>
          <code dir="ltr" className="wrap-anywhere block select-all text-sm tracking-wide">
            {grouped(setUp.key)}
          </code>
          <button
            type="button"
            className="btn btn-outline btn-sm mt-3"
            onClick={async () => setSaid(await copy(setUp.key))}
          >
            <Copy className="size-4" aria-hidden="true" />
            {t('account.copy_key')}
          </button>
          <p role="status" className="mt-1 text-quiet text-sm">
            {said}
          </p>
        </div>
      </div>
      <NumberField onEdit={() => setProblem('')} {...faultOf('number')} />
      <FormMessage {...message} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {cancel}
        <ActionButton type="submit" className="btn btn-primary" isBusy={isTrying}>
          {t('account.turn_on')}
        </ActionButton>
      </div>
    </form>
  );
}

/** Who types it reads it in groups of four; apps take it with or without. */
const grouped = (key: string) => key.replace(/.{4}(?!$)/g, '$& ');

/** Where there are no codes: the service has none, or they could not be made now. */
const Done = ({ isBusy, onDone }: Pick<Props, 'isBusy' | 'onDone'>) => (
  <>
    <p>{hasRecoveryCodes() ? t('account.codes_not_made') : t('account.lost_phone_elsewhere')}</p>
    <div className="mt-6 flex justify-end max-sm:*:grow">
      <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={onDone}>
        {t('common.continue')}
      </ActionButton>
    </div>
  </>
);

/** By text, so that drawing again makes no other. */
const drawn = new Map<string, Promise<string>>();

function drawnOf(text: string) {
  // No other page loads what it is drawn with.
  const code = drawn.get(text) ?? import('#web/lib/page/qr-code.ts').then(({ qrCode }) => qrCode(text));
  drawn.set(text, code);
  return code;
}

function QrCode({ text }: { text: string }) {
  const svg = use(drawnOf(text));
  return (
    <div
      role="img"
      aria-label={t('account.set_up_qr')}
      className="w-44 rounded-field bg-white"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here, it holds no text
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
