import type { Closure } from '#contract/closures/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { type Closable, ClosureDialog, SCHOOL } from './closure-dialog.tsx';
import { Outcome } from './outcome.tsx';

type Props = Closable & {
  closures: readonly Closure[];
  /** The school's present day. */
  today: string;
};

/** The closing days that are not over, and a way to add, change and remove them. */
export function ClosureList({ closures, today, ...closable }: Props) {
  const { days } = useFormats();
  return (
    <EditableList
      title="Closing days"
      lead="Days without lessons: holidays, a room under repair, a teacher who is away. You see which lessons would be cancelled before you save."
      add="Add closing days"
      none="No upcoming closing days."
      columns={[
        { heading: 'Name', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
        { heading: 'Days', cell: ({ firstday, lastday }) => days(firstday, lastday) },
        { heading: 'Closed', cell: ({ room, instructorname }) => room ?? instructorname ?? SCHOOL },
      ]}
      rows={closures.filter(({ lastday }) => lastday >= today)}
      actions={(closure) => <Actions closure={closure} {...closable} />}
    >
      {(close) => <ClosureDialog {...closable} onClose={close} />}
    </EditableList>
  );
}

function Actions({ closure, ...closable }: Closable & { closure: Closure }) {
  const { _id: id, name, version } = closure;
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
      <DialogButton label="Change" of={name}>
        {(close) => <ClosureDialog closure={closure} {...closable} onClose={close} />}
      </DialogButton>
      <DialogButton label="Remove" of={name} className="btn btn-outline btn-sm text-error" take={ask}>
        {(close, asked) => (
          <ConfirmDialog
            title={`Remove ${name}?`}
            confirmLabel="Remove"
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
