import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { PersonAvatar } from './person-avatar.tsx';

export type AreaLink = { to: string; label: string; icon: LucideIcon };

/**
 * The frame of a signed-in area: a sidebar of 16rem with the person and the area's links, the page beside it. On a phone the
 * links stand in a row above the page. The first link is the area's own page.
 */
export function Area({
  name,
  links,
  person,
  children,
}: {
  /** What the navigation is called for screen readers, e.g. `Admin area`. */
  name: string;
  links: readonly AreaLink[];
  person: { name: string; photoURL: string | null };
  children: ReactNode;
}) {
  return (
    <div className="wrap grid min-h-[70vh] gap-6 py-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
      <aside className="panel h-fit overflow-hidden lg:sticky lg:top-24">
        <div className="flex items-center gap-3 border-base-300 border-b bg-mist/60 p-4 lg:flex-col lg:items-start lg:p-5">
          <PersonAvatar name={person.name} photoURL={person.photoURL} size={48} />
          <p className="wrap-anywhere font-semibold">{person.name}</p>
        </div>
        <nav aria-label={name} className="flex flex-wrap gap-1 p-2 lg:flex-col lg:p-3">
          {links.map(({ to, label, icon: Icon }, at) => (
            <NavLink
              key={to}
              to={to}
              end={at === 0}
              className={({ isActive }) =>
                `flex items-center gap-3 rounded-field px-3 py-2.5 font-medium text-sm transition-colors ${
                  isActive ? 'bg-primary text-primary-content' : 'hover:bg-mist'
                }`
              }
            >
              <Icon className="size-4.5 shrink-0" aria-hidden="true" />
              {label}
            </NavLink>
          ))}
        </nav>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
