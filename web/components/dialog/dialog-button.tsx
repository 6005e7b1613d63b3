import { type ReactNode, useState } from 'react';
import { t } from '#languages/t.ts';

type Props<Taken> = {
  label: string;
  /**
   * What the button is for, where its label alone does not say it: it stands behind the label for screen
   * readers.
   */
  of?: string;
  className?: string;
  /** What the dialog is about as it is at the click; undefined opens none. */
  take?: () => Taken | Promise<Taken | undefined>;
  /** The dialog, as long as it is open. */
  children: (close: () => void, taken: Taken) => ReactNode;
};

/** A button that opens a dialog. */
export function DialogButton<Taken>({
  label,
  of,
  className = 'btn btn-outline btn-sm',
  take,
  children,
}: Props<Taken>) {
  const [open, setOpen] = useState<{ taken: Taken }>();
  async function click() {
    const taken = await take?.();
    if (!take || taken !== undefined) setOpen({ taken: taken as Taken });
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={of && t('common.label_of', { label, of })}
        onClick={click}
      >
        {label}
      </button>
      {open && children(() => setOpen(undefined), open.taken)}
    </>
  );
}
