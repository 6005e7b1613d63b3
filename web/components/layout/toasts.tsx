import { useEffect, useSyncExternalStore } from 'react';
import { t } from '#languages/t.ts';
import { CircleAlert } from '#web/components/icons/circle-alert.tsx';
import { CircleCheck } from '#web/components/icons/circle-check.tsx';
import { Info } from '#web/components/icons/info.tsx';
import { X } from '#web/components/icons/x.tsx';

const TOAST_MS = 5000;
const TICK_MS = 500;

type Kind = 'success' | 'error' | 'info';
type Toast = { id: number; kind: Kind; message: string };

const NONE: readonly Toast[] = [];
const LOOKS = {
  success: { icon: CircleCheck, tone: 'text-success' },
  error: { icon: CircleAlert, tone: 'text-error' },
  info: { icon: Info, tone: 'text-info' },
};

let shown = NONE;
let made = 0;
const listeners = new Set<() => void>();

function show(next: readonly Toast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => show(shown.filter((one) => one.id !== id));

/** Shows a short message in the upper corner for five seconds; read out to people who cannot see it. */
export function toast(kind: Kind, message: string): void {
  show([...shown, { id: ++made, kind, message }]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The time of a toast stops while a dialog is open, which hides toasts until it closes, but for those about
 * an error. Gives what stops it for good.
 */
function dismissInTime(id: number) {
  let left = TOAST_MS;
  const ticking = setInterval(() => {
    if (document.querySelector('dialog:modal')) return;
    left -= TICK_MS;
    if (left <= 0) dismiss(id);
  }, TICK_MS);
  return () => clearInterval(ticking);
}

/** Where toasts appear. It stands in the page from the start, since only then screen readers follow it. */
export function Toasts() {
  const toasts = useSyncExternalStore(
    subscribe,
    () => shown,
    () => NONE,
  );
  return (
    <section
      aria-label={t('common.notifications')}
      aria-live="polite"
      className="toasts pointer-events-none fixed inset-e-0 top-0 z-50 flex w-full max-w-sm flex-col gap-3 p-4 max-sm:[&>:not(:last-child)]:hidden"
    >
      {toasts.map(({ id, kind, message }) => (
        <ToastCard key={id} id={id} kind={kind} message={message} />
      ))}
    </section>
  );
}

function ToastCard({ id, kind, message }: Toast) {
  const { icon: Icon, tone } = LOOKS[kind];
  useEffect(() => dismissInTime(id), [id]);
  return (
    <div
      data-toast={kind}
      className="toast-card pointer-events-auto flex items-start gap-3 rounded-box border border-base-300 bg-base-100 p-4 shadow-lift"
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${tone}`} aria-hidden="true" />
      <p className="wrap-anywhere min-w-0 flex-1 font-medium">{message}</p>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-xs"
        aria-label={t('common.close_message')}
        onClick={() => dismiss(id)}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
