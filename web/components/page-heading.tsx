import type { ReactNode } from 'react';

/** The one `<h1>` of a page with a sentence below it. */
export function PageHeading({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <div className="max-w-2xl">
      <h1 className="text-title">{title}</h1>
      {lead && <p className="mt-3 text-lead text-quiet">{lead}</p>}
    </div>
  );
}
