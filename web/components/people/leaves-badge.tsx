import { Day } from '#web/components/time/written.tsx';

/** That an account will be deleted, and when; nothing where that was not asked for. */
export const LeavesBadge = ({ at }: { at: string | null }) =>
  at && (
    <span className="badge badge-warning badge-sm h-auto py-0.5 font-semibold">
      <span>
        will be deleted on <Day at={at} />
      </span>
    </span>
  );
