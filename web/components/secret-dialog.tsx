import { Copy } from './icons/copy.tsx';
import { toast } from './toasts.tsx';

/** A secret that is shown this once, to be copied before the dialog around it is closed. */
export function ShownOnce({
  label,
  secret,
  hint,
  onClose,
}: {
  label: string;
  secret: string;
  hint: string;
  onClose: () => void;
}) {
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
          onClick={() => copy(secret)}
        >
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </button>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          I have saved it
        </button>
      </div>
    </>
  );
}

async function copy(secret: string) {
  try {
    await navigator.clipboard.writeText(secret);
    toast('success', 'Copied');
  } catch {
    toast('error', 'It could not be copied. Select the text and copy it yourself.');
  }
}
