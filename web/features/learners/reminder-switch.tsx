import type { Learner } from '#contract/learners/calls.ts';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { familyChanges } from './changes.ts';
import { whoIs } from './learner-words.ts';

/** Whether an email reminds of a learner's lessons the evening before; switched at once. */
export function ReminderSwitch({ learner }: { learner: Learner }) {
  const { isBusy, run } = useChange(familyChanges, 'remind');
  const { _id: id, reminds } = learner;
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        className="toggle toggle-primary mt-0.5 shrink-0"
        // What was asked for is shown while it is under way, and what is true when it is over.
        checked={isBusy ? !reminds : reminds}
        onChange={() => {
          if (!isBusy) run({ id, ...whoIs(learner), reminds: !reminds });
        }}
      />
      <span>
        {rich('learners.remind', {
          ...whoIs(learner),
          hidden: (words) => <span className="sr-only">{words}</span>,
        })}
      </span>
    </label>
  );
}
