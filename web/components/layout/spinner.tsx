import { t } from '#languages/t.ts';
import { NeedsScripts } from './needs-scripts.tsx';

/** Says that something is on its way; `label` is read out. */
export function Spinner({ label = t('common.loading') }: { label?: string }) {
  return (
    <output className="flex min-h-[50vh] flex-col items-center justify-center p-16 text-primary">
      <span className="loading loading-spinner loading-lg" aria-hidden="true" />
      <span className="sr-only">{label}</span>
      <NeedsScripts />
    </output>
  );
}
