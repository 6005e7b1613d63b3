import { useState } from 'react';
import type { Closure, ClosureOutcome } from '#contract/closures/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { closureChanges, closureTrials } from './changes.ts';
import { type Closable, ClosureDialog } from './closure-dialog.tsx';
import { Outcome } from './outcome.tsx';

/** The closing days that are not over, and a way to add, change and remove them. */
export function ClosureList({
  closures,
  today,
  ...closable
}: Closable & {
  closures: readonly Closure[];
  /** The school's present day. */
  today: string;
}) {
  const [isAdding, setIsAdding] = useState(false);
  const toCome = closures.filter(({ lastday }) => lastday >= today);
  const columns: Column<Closure>[] = [
    { heading: 'Name', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
    { heading: 'Days', cell: (closure) => <Days {...closure} /> },
    {
      heading: 'Closed',
      cell: ({ room, instructorname }) => room ?? instructorname ?? 'The whole school',
    },
    { heading: 'Action', card: 'foot', cell: (closure) => <Actions closure={closure} {...closable} /> },
  ];
  return (
    <section aria-labelledby="closures">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="closures" className="text-subheading">
            Closing days
          </h2>
          <p className="mt-1 text-quiet">
            Days without lessons: holidays, a room under repair, a teacher who is away. You see which lessons
            would be cancelled before you save.
          </p>
        </div>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => setIsAdding(true)}>
          Add closing days
        </button>
      </div>
      {toCome.length === 0 ? (
        <p className="panel p-5 text-quiet sm:p-6">No upcoming closing days.</p>
      ) : (
        <DataTable caption="Closing days" columns={columns} rows={toCome} rowKey={({ _id }) => _id} />
      )}
      {isAdding && <ClosureDialog {...closable} onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function Days({ firstday, lastday }: Closure) {
  return useFormats().days(firstday, lastday);
}

function Actions({ closure, ...closable }: Closable & { closure: Closure }) {
  const { _id: id, name, version } = closure;
  const [isChanging, setIsChanging] = useState(false);
  const [asked, setAsked] = useState<{ outcome: ClosureOutcome; version: number }>();
  const { run } = useChange(closureChanges, 'deleteClosure');
  async function ask() {
    const tried = await closureTrials.delete(id);
    if (tried.isDone) setAsked({ outcome: tried.answer, version });
    else toast('error', tried.problem);
  }
  async function remove(version: number) {
    const removed = await run({ id, version });
    if (!removed.isDone) toast('error', removed.problem);
  }
  return (
    <span className="flex flex-wrap gap-2">
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={`Change ${name}`}
        onClick={() => setIsChanging(true)}
      >
        Change
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm text-error"
        aria-label={`Remove ${name}`}
        onClick={ask}
      >
        Remove
      </button>
      {isChanging && <ClosureDialog closure={closure} {...closable} onClose={() => setIsChanging(false)} />}
      {asked && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          onConfirm={() => remove(asked.version)}
          onClose={() => setAsked(undefined)}
        >
          <Outcome {...asked.outcome} />
        </ConfirmDialog>
      )}
    </span>
  );
}
