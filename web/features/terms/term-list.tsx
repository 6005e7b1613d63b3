import type { Term } from '#contract/terms/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { termChanges } from './changes.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';

/** The terms, the latest first, each to be changed, deleted and copied into the next. */
export function TermList({ terms }: { terms: readonly Term[] }) {
  const { days } = useFormats();
  return (
    <EditableList
      title="Terms"
      lead="The parts of the year in which classes meet. At the end of one, copy it: its classes go on in the next, and current families come first."
      add="Add a term"
      none="No terms yet."
      columns={[
        { heading: 'Term', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
        { heading: 'Days', cell: ({ firstday, lastday }) => days(firstday, lastday) },
      ]}
      rows={terms.toReversed()}
      actions={(term) => <Actions term={term} next={terms.find((one) => one.firstday > term.lastday)} />}
    >
      {(close) => <TermDialog onClose={close} />}
    </EditableList>
  );
}

function Actions({ term, next }: { term: Term; next: Term | undefined }) {
  const save = useSave(termChanges);
  const { _id: id, name } = term;
  return (
    <>
      <DialogButton label="Copy" of={name}>
        {(close) => <CopyDialog term={term} next={next} onClose={close} />}
      </DialogButton>
      <DialogButton label="Change" of={name}>
        {(close) => <TermDialog term={term} onClose={close} />}
      </DialogButton>
      <DialogButton
        label="Delete"
        of={name}
        className="btn btn-outline btn-sm text-error"
        take={() => term.version}
      >
        {(close, version) => (
          <ConfirmDialog
            title={`Delete ${name}?`}
            confirmLabel="Delete"
            onConfirm={() => save('deleteTerm', { id, version })}
            onClose={close}
          >
            <p>Lessons stay as they are planned.</p>
          </ConfirmDialog>
        )}
      </DialogButton>
    </>
  );
}
