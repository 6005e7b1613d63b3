import type { Closure } from '#contract/closures/calls.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useRole } from '#web/lib/session/may.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { type Closable, ClosureDialog } from './closure-dialog.tsx';
import { Outcome } from './outcome.tsx';

type Props = Omit<Closable, 'maySchool'> & {
  closures: readonly Closure[];
  /** The school's present day. */
  today: string;
};

/** The closing days that are not over, and a way to add, change and remove them. */
export function ClosureList({ closures, today, ...named }: Props) {
  const { days } = useFormats();
  const closable = { ...named, maySchool: useRole() === 'admin' };
  const mayChange = ({ roomid, teacherid }: Closure) => closable.maySchool || roomid || teacherid;
  return (
    <EditableList
      title={t('closures.closing_days')}
      lead={t('closures.lead')}
      add={t('closures.add_closing_days')}
      none={t('closures.no_upcoming_closing_days')}
      columns={[
        {
          heading: t('common.name'),
          cell: ({ name }) => (
            <span className="wrap-anywhere font-semibold">
              <OwnWords>{lessonReasonWords(name)}</OwnWords>
            </span>
          ),
        },
        { heading: t('common.days'), cell: ({ firstday, lastday }) => days(firstday, lastday) },
        {
          heading: t('closures.closed_column'),
          cell: ({ room, instructorname }) => room ?? instructorname ?? t('closures.the_whole_school'),
        },
      ]}
      rows={closures.filter(({ lastday }) => lastday >= today)}
      actions={(closure) => mayChange(closure) && <Actions closure={closure} {...closable} />}
    >
      {(close) => <ClosureDialog {...closable} onClose={close} />}
    </EditableList>
  );
}

function Actions({ closure, ...closable }: Closable & { closure: Closure }) {
  const { _id: id, version } = closure;
  const name = lessonReasonWords(closure.name);
  const save = useSave(closureChanges);
  async function ask() {
    const tried = await closureTrials.delete(id);
    if (tried.isDone) return { outcome: tried.answer, version };
    toast('error', tried.problem);
  }
  async function remove(version: number) {
    const removed = await save('deleteClosure', { id, version });
    if (!removed.isDone) toast('error', removed.problem);
  }
  return (
    <>
      <DialogButton label={t('common.change')} of={name}>
        {(close) => <ClosureDialog closure={closure} {...closable} onClose={close} />}
      </DialogButton>
      <DialogButton
        label={t('common.remove')}
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={ask}
      >
        {(close, asked) => (
          <ConfirmDialog
            title={t('common.remove_named', { name })}
            confirmLabel={t('common.remove')}
            onConfirm={() => remove(asked.version)}
            onClose={close}
          >
            <Outcome {...asked.outcome} />
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
