import { type ReactNode, useId } from 'react';

/** One matter of the form. */
export function Matter({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-5 sm:p-7">
      <h2 id={id} className="text-subheading">
        {title}
      </h2>
      <p className="mt-1 text-quiet text-sm">{lead}</p>
      <div className="mt-5 grid gap-5 sm:grid-cols-2">{children}</div>
    </section>
  );
}
