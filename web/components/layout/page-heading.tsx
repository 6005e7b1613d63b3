import type { ReactNode } from 'react';

/** The one `<h1>` of a page with a sentence below it. */
export function PageHeading({
  title,
  lead,
  lang,
}: {
  title: string;
  lead?: ReactNode;
  /** The title’s language, where it is another than the page’s. */
  lang?: string | undefined;
}) {
  return (
    <div>
      <h1 dir="auto" lang={lang} className="wrap-break-word text-title">
        {title}
      </h1>
      {lead && <p className="mt-3 max-w-2xl text-lead text-quiet">{lead}</p>}
    </div>
  );
}
