import type { ReactNode } from 'react';

/** A part of the home page with its heading; `aside` stands beside the heading. */
export function Section({
  id,
  title,
  lead,
  aside,
  className = '',
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="wrap band">
        <div className="mb-9 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 lg:mb-16">
          <div className="max-w-2xl">
            <h2 id={id} className="text-heading">
              {title}
            </h2>
            {lead && <p className="mt-3 text-lead text-quiet">{lead}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  );
}
