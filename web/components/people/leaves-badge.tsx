import { Day } from '#web/components/time/written.tsx';
import { rich } from '#web/lib/rich.ts';

/** That an account will be deleted, and when; nothing where that was not asked for. */
export const LeavesBadge = ({ at }: { at: string | null }) =>
  at && (
    <span className="badge badge-warning badge-sm font-semibold">
      <span>{rich('common.will_be_deleted_on', { day: <Day at={at} /> })}</span>
    </span>
  );
