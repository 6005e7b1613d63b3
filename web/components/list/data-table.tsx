import { type ReactNode, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ArrowDown } from '#web/components/icons/arrow-down.tsx';
import { ArrowUp } from '#web/components/icons/arrow-up.tsx';

/** A column: its heading and what stands in it. The first column names the row. */
export type Column<Row> = {
  heading: string;
  cell: (row: Row) => ReactNode;
  /**
   * Where what stands in it says what it is: on a card it carries no heading then, and shares a line with
   * others (`plain`), as the last of them (`end`), or takes the last line (`foot`).
   */
  card?: 'plain' | 'end' | 'foot';
  /** What orders the list by it in the address (`sort`), where that can be. */
  sort?: string;
};

/**
 * A captioned table; where there is too little room each row becomes a card whose cells carry their column's
 * heading.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowClass,
  sorted,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  /** What the rows are ordered by: a column's `sort`, after a minus when it is the other way round. */
  sorted?: string;
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
              {columns.map(({ heading, sort }) => {
                const direction = directionOf(sort, sorted);
                return (
                  <th key={heading} scope="col" aria-sort={direction}>
                    {sort ? <SortLink heading={heading} sort={sort} direction={direction} /> : heading}
                  </th>
                );
              })}
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

function directionOf(sort: string | undefined, sorted: string | undefined) {
  if (!sort || sorted?.replace('-', '') !== sort) return undefined;
  return sorted === sort ? 'ascending' : 'descending';
}

/** Orders the list by a column, and by it the other way round when it is ordered so already. */
function SortLink({
  heading,
  sort,
  direction,
}: {
  heading: string;
  sort: string;
  direction: string | undefined;
}) {
  const there = new URLSearchParams(useSearchParams()[0]);
  there.delete('before');
  there.delete('after');
  there.set('sort', direction === 'ascending' ? `-${sort}` : sort);
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <Link to={`?${there}`} replace preventScrollReset className="group inline-flex items-center gap-1">
      {heading}
      <Arrow
        className={`size-3.5 ${direction ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}`}
        aria-hidden="true"
      />
    </Link>
  );
}

function Cell({
  heading,
  card,
  isFirst,
  children,
}: {
  heading: string;
  card?: 'plain' | 'end' | 'foot';
  isFirst: boolean;
  children: ReactNode;
}) {
  if (!isFirst) {
    return (
      <td data-label={card ? undefined : heading} data-card={card}>
        {children}
      </td>
    );
  }
  return (
    <th scope="row" className="font-normal">
      {children}
    </th>
  );
}
