import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Shows above a form what was saved elsewhere while it was open. Takes the focus once: it is why nothing was
 * saved, and the form below may have been rendered anew.
 */
export function Meanwhile({ title, children }: { title: string; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="meanwhile"
      className="not-in-[dialog]:my-6 rounded-card border border-warning bg-honey p-5"
    >
      <h2 id="meanwhile" className="text-subheading in-[dialog]:text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}
