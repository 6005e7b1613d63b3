import { t } from '#languages/t.ts';
import { CircleCheck } from '#web/components/icons/circle-check.tsx';
import { CloudOff } from '#web/components/icons/cloud-off.tsx';
import { Hourglass } from '#web/components/icons/hourglass.tsx';
import type { Sending } from './registers.ts';

/** Whether what was marked is saved; always in sight. */
export function SavingLine({ waiting, sending }: { waiting: number; sending: Sending }) {
  const isWaiting = waiting > 0 && sending === 'waiting';
  const [Icon, tone, words] =
    waiting === 0
      ? [CircleCheck, 'text-success', t('registers.saved')]
      : isWaiting
        ? [CloudOff, 'text-error', t('registers.waiting', { count: waiting })]
        : [Hourglass, 'text-quiet', t('registers.saving')];
  return (
    <p
      role="status"
      className="sticky bottom-3 z-10 mx-auto mt-6 flex w-fit items-center gap-2 rounded-full border border-base-300 bg-base-100 px-4 py-2 font-semibold shadow-lift"
    >
      <Icon className={`size-5 shrink-0 ${tone}`} aria-hidden="true" />
      {words}
    </p>
  );
}
