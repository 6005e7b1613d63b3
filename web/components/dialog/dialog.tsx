import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '#languages/t.ts';
import { X } from '#web/components/icons/x.tsx';
import { isEdited } from '#web/lib/drafts/is-edited.ts';

/** The field that gets the focus. */
const FIRST_FIELD =
  ':is(input:not([type="hidden"], [type="radio"]:not(:checked)), select, textarea):not(:disabled, [readonly])';

/**
 * A modal dialog that is open as long as it is rendered. The focus begins at its first field where that is in
 * view from the start, else at its heading; the browser keeps it inside and gives it back. Esc, the close
 * button and a click beside it call `onClose`, which takes the dialog away; where something has been typed they
 * ask first.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const wasIn = useRef<HTMLElement>(null);
  const isPressedBeside = useRef(false);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Left to the browser it is the button that closes it.
    (fieldInView(dialog) ?? heading.current)?.focus();
    // Closed before it leaves the page, since only then the focus goes back to where it was.
    return () => dialog?.close();
  }, []);

  function leave() {
    if (!isEdited(element.current)) return onClose();
    if (!isAsking) wasIn.current = document.activeElement as HTMLElement;
    setIsAsking(true);
  }
  function keep() {
    setIsAsking(false);
    wasIn.current?.focus();
  }
  function keyDown(event: KeyboardEvent) {
    // Left to the browser, a second Esc would close without asking.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  }
  const isBeside = (event: MouseEvent) => event.target === event.currentTarget;
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // Whatever it was opened from, a table's cell too, its words are set like any others.
      className="modal modal-bottom text-start text-base sm:modal-middle"
      onKeyDown={keyDown}
      // A selection of text may end beside it; only what also began there means to leave.
      onMouseDown={(event) => {
        isPressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        if (isBeside(event) && isPressedBeside.current) leave();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={({ currentTarget }) => {
        // A phone's way back may close it unasked.
        if (!currentTarget.isConnected || currentTarget.open) return;
        if (isEdited(currentTarget)) currentTarget.showModal();
        leave();
      }}
    >
      <div className="modal-box wrap-anywhere max-w-lg p-6 sm:p-8">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 ref={heading} id={titleId} tabIndex={-1} className="text-subheading">
            {title}
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm"
            aria-label={t('common.close')}
            onClick={leave}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {isAsking && <KeepOrDiscard onKeep={keep} onDiscard={onClose} />}
        {children}
      </div>
    </dialog>
  );
}

/** Its first field, unless going there would scroll its heading and what stands before the field away. */
function fieldInView(dialog: HTMLDialogElement | null): HTMLElement | undefined {
  const field = dialog?.querySelector<HTMLElement>(FIRST_FIELD);
  if (!dialog || !field) return undefined;
  const { bottom = 0 } = dialog.firstElementChild?.getBoundingClientRect() ?? {};
  return field.getBoundingClientRect().bottom > bottom ? undefined : field;
}

/** Asks, above the text, whether to keep it. */
function KeepOrDiscard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <div role="alert" className="mb-5 rounded-field bg-honey p-4">
      <p className="font-medium">{t('common.typed_not_sent')}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          // The question was asked by leaving: the answer is the next key.
          // biome-ignore lint/a11y/noAutofocus: what was about to close the dialog now waits for an answer
          autoFocus
          className="btn btn-primary btn-sm"
          onClick={onKeep}
        >
          {t('common.keep_writing')}
        </button>
        <button type="button" className="btn btn-outline btn-sm" onClick={onDiscard}>
          {t('common.discard')}
        </button>
      </div>
    </div>
  );
}
