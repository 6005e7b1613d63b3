import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';

type Props = ComponentProps<'button'> & {
  /** At work: shows a spinner in place of its icon and takes no further click. */
  isBusy?: boolean;
  /** Takes no click for now, because something else is at work. */
  isUnavailable?: boolean;
  icon?: ReactNode;
};

/**
 * A button that changes something. It keeps the focus while it is at work, where a disabled one would drop
 * it, and a double click or a key that is held down acts once.
 */
export function ActionButton({
  isBusy = false,
  isUnavailable = false,
  icon,
  type = 'button',
  onClick,
  onKeyDown,
  children,
  ...button
}: Props) {
  const isIdle = !isBusy && !isUnavailable;
  function click(event: MouseEvent<HTMLButtonElement>) {
    // `detail` counts the clicks that follow each other; it is 0 for a key.
    if (isIdle && event.detail < 2) return onClick?.(event);
    // A submit button sends nothing then.
    event.preventDefault();
  }
  function keyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    onKeyDown?.(event);
  }
  return (
    <button
      {...button}
      type={type}
      aria-disabled={isIdle ? undefined : true}
      aria-busy={isBusy || undefined}
      onClick={click}
      onKeyDown={keyDown}
    >
      {isBusy ? <span className="loading loading-spinner loading-xs" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}
