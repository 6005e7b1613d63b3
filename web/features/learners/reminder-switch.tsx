import type { Learner } from '#contract/learners/calls.ts';
import { useChange } from '#web/lib/api/change.ts';
import { familyChanges } from './changes.ts';
import { calledName } from './learner-words.ts';

/** Whether an email reminds of a learner's lessons the evening before; switched at once. */
export function ReminderSwitch({ learner }: { learner: Learner }) {
  const { isBusy, run } = useChange(familyChanges, 'remind');
  const { _id: id, self, reminds } = learner;
  const name = self ? 'you' : calledName(learner);
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        className="toggle toggle-primary mt-0.5 shrink-0"
        // What was asked for is shown while it is under way, and what is true when it is over.
        checked={isBusy ? !reminds : reminds}
        onChange={() => {
          if (!isBusy) run({ id, name, reminds: !reminds });
        }}
      />
      <span>
        Remind {self ? 'me' : 'us'} by email the evening before a lesson
        <span className="sr-only"> of {name}</span>
      </span>
    </label>
  );
}
