import type { ClassStatus } from '#contract/classes/calls.ts';
import { statusLabel } from '#contract/classes/status-label.ts';

const TONES: Partial<Record<ClassStatus, string>> = { pending: 'badge-warning', approved: 'badge-success' };

/** Pending warns, approved is a success, anything else is red. */
export function StatusBadge({ status }: { status: ClassStatus }) {
  return (
    <span className={`badge whitespace-nowrap font-semibold ${TONES[status] ?? 'badge-error'}`}>
      {statusLabel(status)}
    </span>
  );
}
