import { useState } from 'react';
import type { Term } from '#contract/terms/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { termChanges } from './changes.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';

/** The terms, the latest first, each to be changed, deleted and copied into the next. */
export function TermList({ terms }: { terms: readonly Term[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const { days } = useFormats();
  const columns: Column<Term>[] = [
    { heading: 'Term', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
    {
      heading: 'Days',
      cell: ({ firstday, lastday }) => days(firstday, lastday),
    },
    {
      heading: 'Action',
      card: 'foot',
      cell: (term) => <Actions term={term} next={terms.find((one) => one.firstday > term.lastday)} />,
    },
  ];
  return (
    <section aria-labelledby="terms">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="terms" className="text-subheading">
            Terms
          </h2>
          <p className="mt-1 text-quiet">
            The parts of the year in which classes meet. At the end of one, copy it: its classes go on in the
            next, and current families come first.
          </p>
        </div>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => setIsAdding(true)}>
          Add a term
        </button>
      </div>
      {terms.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">No terms yet.</p>
      ) : (
        <DataTable caption="Terms" columns={columns} rows={terms.toReversed()} rowKey={({ _id }) => _id} />
      )}
      {isAdding && <TermDialog onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function Actions({ term, next }: { term: Term; next: Term | undefined }) {
  const [open, setOpen] = useState<'copy' | 'change' | { deleting: number }>();
  const { run } = useChange(termChanges, 'deleteTerm');
  const close = () => setOpen(undefined);
  const { _id: id, name } = term;
  return (
    <span className="flex flex-wrap gap-2">
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={`Copy ${name}`}
        onClick={() => setOpen('copy')}
      >
        Copy
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={`Change ${name}`}
        onClick={() => setOpen('change')}
      >
        Change
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm text-error"
        aria-label={`Delete ${name}`}
        onClick={() => setOpen({ deleting: term.version })}
      >
        Delete
      </button>
      {open === 'copy' && <CopyDialog term={term} next={next} onClose={close} />}
      {open === 'change' && <TermDialog term={term} onClose={close} />}
      {typeof open === 'object' && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete"
          onConfirm={() => run({ id, version: open.deleting })}
          onClose={close}
        >
          <p>Lessons stay as they are planned.</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
