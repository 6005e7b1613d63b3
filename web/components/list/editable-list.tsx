import { type ReactNode, useId } from 'react';
import { t } from '#languages/t.ts';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { type Column, DataTable } from './data-table.tsx';

type Props<Row> = {
  title: string;
  /** Left out where the page's own heading says it. */
  lead?: string;
  /** What the button says that adds one; left out for who may add none. */
  add?: string | undefined;
  /** What is said where there are none. */
  none: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The buttons of a row; left out where nothing can be done with one. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** The dialog that adds one. */
  children: (close: () => void) => ReactNode;
};

/** A list of records, each with what can be done with it, and a way to add one. */
export function EditableList<Row extends { _id: string }>({
  title,
  lead,
  add,
  none,
  columns,
  rows,
  actions,
  children,
}: Props<Row>) {
  const id = useId();
  const addButton = add && (
    <DialogButton label={add} className="btn btn-primary max-sm:w-full">
      {children}
    </DialogButton>
  );
  const action: Column<Row>[] = actions
    ? [
        {
          heading: t('common.action'),
          card: 'foot',
          cell: (row) => <span className="flex flex-wrap gap-2">{actions(row)}</span>,
        },
      ]
    : [];
  const list =
    rows.length > 0 ? (
      <DataTable caption={title} columns={[...columns, ...action]} rows={rows} rowKey={({ _id }) => _id} />
    ) : (
      none
    );
  if (!lead)
    return (
      <>
        <div className="mt-6 mb-4">{addButton}</div>
        {list}
      </>
    );
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id={id} className="text-subheading">
            {title}
          </h2>
          <p className="mt-1 text-quiet">{lead}</p>
        </div>
        {addButton}
      </div>
      {typeof list === 'string' ? <p className="panel p-5 text-quiet sm:p-6">{list}</p> : list}
    </section>
  );
}
