import type { AdminClass } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ClassHistory, type HistoryLoad, loadClassHistory } from '#web/features/changes/class-history.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { CallOffDialog } from '#web/features/classes/dialogs/call-off-dialog.tsx';
import { DeleteDialog } from '#web/features/classes/dialogs/delete-dialog.tsx';
import { type FeedbackAction, FeedbackDialog } from '#web/features/classes/dialogs/feedback-dialog.tsx';
import {
  HandOverDialog,
  type InstructorLoad,
  loadInstructors,
} from '#web/features/classes/dialogs/hand-over-dialog.tsx';
import { DecideDialog } from '#web/features/reservations/decide-dialog.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useMay } from '#web/lib/session/may.ts';
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
      return <DeleteDialog item={item} onCallOff={() => onIntent(item, 'calloff')} onClose={onClose} />;
    case 'calloff':
      return <CallOff item={item} onClose={onClose} />;
    case 'decide':
      return <DecideDialog item={item} onClose={onClose} />;
    case 'history':
      return (
        <Dialog title={t('classes.history')} onClose={onClose}>
          <ClassHistory load={history} />
        </Dialog>
      );
  }
}

function CallOff(props: Pick<Props, 'item' | 'onClose'>) {
  const may = useMay();
  return <CallOffDialog mayDo={may(classOfficeCalls.deleteClass)} {...props} />;
}

function WriteFeedback({ item, history, onClose }: Pick<Props, 'item' | 'history' | 'onClose'>) {
  const { _id: id, version, classname, status } = item;
  const feedback = useChange(decisionChanges, 'giveFeedback');
  const denial = useChange(decisionChanges, 'denyWithFeedback');
  const give: FeedbackAction = {
    label: t('classes.submit_feedback'),
    tone: 'btn-primary',
    onSend: (words) => feedback.run({ id, feedback: words }),
  };
  const deny: FeedbackAction = {
    label: t('classes.deny_with_feedback'),
    tone: 'btn-outline btn-error',
    onSend: (words) => denial.run({ id, version, feedback: words }),
  };
  return (
    <FeedbackDialog
      title={t('classes.write_a_feedback')}
      label={t('classes.give_feedback')}
      classname={classname}
      actions={status === 'pending' ? [give, deny] : [give]}
      onClose={onClose}
    >
      <h3 className="mt-6 mb-2 font-sans font-semibold">{t('classes.history')}</h3>
      <ClassHistory load={history} />
    </FeedbackDialog>
  );
}

function TakeOff({ item, onClose }: Pick<Props, 'item' | 'onClose'>) {
  const { _id: id, version, classname } = item;
  const { run } = useChange(decisionChanges, 'denyWithFeedback');
  return (
    <FeedbackDialog
      title={t('classes.ask_take_off')}
      label={t('classes.reason_for_instructor')}
      classname={classname}
      intro={t('classes.take_off_means')}
      actions={[
        {
          label: t('classes.take_it_off'),
          tone: 'btn-error',
          isOptional: true,
          onSend: (reason) => run({ id, version, feedback: reason || undefined }),
        },
      ]}
      onClose={onClose}
    />
  );
}
