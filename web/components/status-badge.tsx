import type { ClassStatus } from '#contract/classes.ts';

/** Pending warns, approved is a success, anything else is red. */
export function StatusBadge({ status }: { status: ClassStatus }) {
  const tone =
    status === 'pending' ? 'badge-warning' : status === 'approved' ? 'badge-success' : 'badge-error';
  return <span className={`badge ${tone}`}>{status}</span>;
}
