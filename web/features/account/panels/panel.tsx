import { type ReactNode, useId } from 'react';

/** One matter of the account page. */
export function Panel({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-5 sm:p-7">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      {lead && <p className="wrap-anywhere mt-1 text-quiet text-sm">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
