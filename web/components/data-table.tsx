import { type ReactNode, useId } from 'react';

/** A column: its heading and what stands in it. The first column names the row. */
export type Column<Row> = {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Whether what stands in it says what it is: on a card it carries no heading, and shares a line with others. */
  isPlain?: boolean;
};

/** A captioned table; where there is too little room each row becomes a card whose cells carry their column's heading. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
}) {
  const id = useId();
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard only when its frame takes the focus */}
      <section aria-labelledby={id} tabIndex={0} className="@3xl:panel overflow-x-auto">
        <table className="table table-cards @3xl:[&_:is(td,th)]:px-2 @4xl:[&_:is(td,th)]:px-3 [&_thead]:whitespace-normal">
          <caption id={id} className="sr-only">
            {caption}
          </caption>
          <thead>
            <tr className="text-quiet">
              {columns.map(({ heading }) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className={rowClass?.(row) ?? '@max-3xl:bg-base-100'}>
                {columns.map((column, at) => (
                  <Cell key={column.heading} {...column} isFirst={at === 0}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Cell({
  heading,
  isPlain,
  isFirst,
  children,
}: {
  heading: string;
  isPlain?: boolean;
  isFirst: boolean;
  children: ReactNode;
}) {
  if (!isFirst) return <td data-label={isPlain ? undefined : heading}>{children}</td>;
  return (
    <th scope="row" className="font-normal">
      {children}
    </th>
  );
}
