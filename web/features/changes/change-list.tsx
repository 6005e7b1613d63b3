import type { Change, ChangeAction } from '#contract/changes.ts';
import { isFormer } from '#contract/former.ts';
import { Moment } from '#web/components/written.tsx';
import { changedFields, verbOf } from './change-words.ts';

const TONES: Partial<Record<ChangeAction, string>> = {
  approved: 'bg-success',
  accepted: 'bg-success',
  denied: 'bg-error',
  deleted: 'bg-error',
  feedback: 'bg-info',
  disputed: 'bg-error',
  'dispute-lost': 'bg-error',
  'refund-failed': 'bg-error',
};

const nameOf = (email: string | null) => (!email || isFormer(email) ? 'a former teacher' : email);

/** Changes one below the other, the newest first: who did what, when, and what was said. */
export function ChangeList({ changes, label }: { changes: readonly Change[]; label: string }) {
  return (
    <ol aria-label={label} className="ms-1.5 border-base-300 border-s-2">
      {changes.map((change) => (
        <li key={change._id} className="relative py-2.5 ps-5">
          <span
            aria-hidden="true"
            className={`-start-[7px] absolute top-4.5 size-3 rounded-full ring-4 ring-base-100 ${TONES[change.action] ?? 'bg-plum'}`}
          />
          <p className="wrap-anywhere">
            <strong className="font-semibold">{change.actorname ?? 'The school'}</strong> {verbOf(change)}{' '}
            <strong className="font-semibold">{change.subjectname}</strong>
            {change.action === 'role' && ` from ${change.before} to ${change.after}`}
            {change.action === 'teacher' &&
              change.after &&
              ` from ${nameOf(change.before)} to ${nameOf(change.after)}`}
            {(change.action === 'updated' || change.action === 'accepted') &&
              `: ${changedFields(change.note)}`}
          </p>
          {(change.action === 'feedback' || change.action === 'denied') && change.note && (
            <blockquote className="wrap-anywhere my-1.5 whitespace-pre-wrap rounded-field bg-mist/60 px-4 py-2.5">
              {change.note}
            </blockquote>
          )}
          <Moment at={change.createdat} className="text-quiet text-sm" />
        </li>
      ))}
    </ol>
  );
}
