import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#languages/t.ts';
import { Copy } from '#web/components/icons/copy.tsx';
import { copy } from './copy.ts';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  label: string;
  hint: string;
  secret: string;
  onClose: () => void;
  /** What to do with it. */
  children?: ReactNode;
};

/** Shows a secret once, in the place of the dialog that made it. */
export function SecretDialog({ title, label, hint, secret, onClose, children }: Props) {
  const [said, setSaid] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  // Copying is the next step. Runs after the dialog's own effect, which focuses its heading.
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-4">{hint}</p>
      <p className="mb-1.5 font-semibold text-sm">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="wrap-anywhere min-w-0 flex-1 basis-60 select-all rounded-field bg-mist/60 px-3 py-2.5 text-sm">
          {secret}
        </code>
        <button
          type="button"
          ref={button}
          className="btn btn-outline max-sm:grow"
          onClick={async () => setSaid(await copy(secret))}
        >
          <Copy className="size-4" aria-hidden="true" />
          {t('common.copy')}
        </button>
      </div>
      <p role="status" className="mt-2 text-quiet text-sm">
        {said}
      </p>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {t('common.secret_is_saved')}
        </button>
      </div>
    </Dialog>
  );
}
