import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Copy } from '#web/components/icons/copy.tsx';
import { Dialog } from './dialog.tsx';

/** What is made, and what of it is shown once; `steps` say what to do with it. */
type Made = { title: string; label: string; hint: string; steps?: (secret: string) => ReactNode };

type Props = {
  title: string;
  /** What the button of the form says. */
  action: string;
  made: Made;
  form: Ref<HTMLFormElement>;
  isBusy: boolean;
  problem: string | undefined;
  /** Makes it of what was typed; gives its secret, or undefined where it was not made. */
  make: (typed: FormData) => Promise<string | undefined>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog that makes something with a secret, and shows the secret once. */
export function SecretDialog({ title, action, made, form, isBusy, problem, make, onClose, children }: Props) {
  const [secret, setSecret] = useState<string>();
  if (secret) {
    return (
      <Dialog title={made.title} onClose={onClose}>
        <ShownOnce {...made} secret={secret} onClose={onClose} />
      </Dialog>
    );
  }
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSecret(await make(new FormData(event.currentTarget)));
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} noValidate className="space-y-5" onSubmit={send}>
        {children}
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

function ShownOnce({
  label,
  secret,
  hint,
  steps,
  onClose,
}: Omit<Made, 'title'> & { secret: string; onClose: () => void }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <p className="mb-4">{hint}</p>
      <p className="mb-1.5 font-semibold text-sm">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="wrap-anywhere min-w-0 flex-1 basis-60 select-all rounded-field bg-mist/60 px-3 py-2.5 text-sm">
          {secret}
        </code>
        <button
          type="button"
          // It stands in the place of the form that had the focus.
          // biome-ignore lint/a11y/noAutofocus: what was asked for is there, and to copy it comes next
          autoFocus
          className="btn btn-outline max-sm:grow"
          onClick={async () => setSaid(await copy(secret))}
        >
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </button>
      </div>
      <p role="status" className="mt-2 text-quiet text-sm">
        {said}
      </p>
      {steps?.(secret)}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          I have saved it
        </button>
      </div>
    </>
  );
}

/** Copies it, and gives what to say of that. */
const copy = (secret: string): Promise<string> =>
  navigator.clipboard.writeText(secret).then(
    () => 'Copied',
    () => 'It could not be copied. Select the text and copy it yourself.',
  );
