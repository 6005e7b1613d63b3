import type { AdminClass } from '#contract/classes/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ClassHistory, type HistoryLoad, loadClassHistory } from '#web/features/changes/class-history.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { DeleteDialog } from '#web/features/classes/dialogs/delete-dialog.tsx';
import { type FeedbackAction, FeedbackDialog } from '#web/features/classes/dialogs/feedback-dialog.tsx';
import {
  HandOverDialog,
  type InstructorLoad,
  loadInstructors,
} from '#web/features/classes/dialogs/hand-over-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import type { ClassIntent } from './class-columns.tsx';

/** An open dialog about a class, with the data loaded for it. */
export type OpenDialog = {
  item: AdminClass;
  intent: ClassIntent;
  history: HistoryLoad;
  instructors?: InstructorLoad;
};

/** Opens a dialog, and starts to load what it shows. */
export const openDialog = (item: AdminClass, intent: ClassIntent): OpenDialog => ({
  item,
  intent,
  history: loadClassHistory(item._id),
  instructors: intent === 'teacher' ? loadInstructors() : undefined,
});

type Props = OpenDialog & { onIntent: (item: AdminClass, intent: ClassIntent) => void; onClose: () => void };

/** The dialog about a class that was asked for. */
export function ClassDialog({ item, intent, history, instructors, onIntent, onClose }: Props) {
  switch (intent) {
    case 'feedback':
      return <WriteFeedback item={item} history={history} onClose={onClose} />;
    case 'takeoff':
      return <TakeOff item={item} onClose={onClose} />;
    case 'changes':
      return <ChangesDialog item={item} onTakeOff={() => onIntent(item, 'takeoff')} onClose={onClose} />;
    case 'teacher':
      return instructors && <HandOverDialog item={item} load={instructors} onClose={onClose} />;
    case 'deleted':
      return <DeleteDialog item={item} onClose={onClose} />;
    case 'history':
      return (
        <Dialog title="History" onClose={onClose}>
          <ClassHistory load={history} />
        </Dialog>
      );
  }
}

function WriteFeedback({ item, history, onClose }: Pick<Props, 'item' | 'history' | 'onClose'>) {
  const { _id: id, version, classname, status } = item;
  const feedback = useChange(decisionChanges, 'giveFeedback');
  const denial = useChange(decisionChanges, 'denyWithFeedback');
  const give: FeedbackAction = {
    label: 'Submit Feedback',
    tone: 'btn-primary',
    onSend: (words) => feedback.run({ id, feedback: words }),
  };
  const deny: FeedbackAction = {
    label: 'Deny with this feedback',
    tone: 'btn-outline btn-error',
    onSend: (words) => denial.run({ id, version, feedback: words }),
  };
  return (
    <FeedbackDialog
      title="Write a feedback"
      label="Feedback"
      classname={classname}
      actions={status === 'pending' ? [give, deny] : [give]}
      onClose={onClose}
    >
      <h3 className="mt-6 mb-2 font-sans font-semibold">History</h3>
      <ClassHistory load={history} />
    </FeedbackDialog>
  );
}

function TakeOff({ item, onClose }: Pick<Props, 'item' | 'onClose'>) {
  const { _id: id, version, classname } = item;
  const { run } = useChange(decisionChanges, 'denyWithFeedback');
  return (
    <FeedbackDialog
      title="Take this class off the list?"
      label="Reason for the instructor (optional)"
      classname={classname}
      intro="New students can no longer find it or enrol. Enrolled students keep their places. Its instructor can revise it and submit it again."
      actions={[
        {
          label: 'Take it off the list',
          tone: 'btn-error',
          isOptional: true,
          onSend: (reason) => run({ id, version, feedback: reason || undefined }),
        },
      ]}
      onClose={onClose}
    />
  );
}
