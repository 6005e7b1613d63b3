import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Role, User } from '#contract/users/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { NeedsScripts } from '#web/components/layout/needs-scripts.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { PersonAvatar } from '#web/components/people/person-avatar.tsx';
import { PAGE_ID } from '#web/lib/page/page-id.ts';
import { areaOf, useSlowNavigation } from '#web/lib/page/slow-navigation.ts';
import { useSession } from '#web/lib/session/session.ts';
import { AreaMenu } from './area-menu.tsx';
import { type AreaPage, pageAt } from './area-page.ts';

type Props = {
  /** What the navigation is called for screen readers, e.g. `Admin area`. */
  name: PlainId;
  pages: readonly AreaPage[];
  /** The roles whose area it is; left out where every account may enter. */
  roles?: readonly Role[];
};

/**
 * The frame of a signed-in area: a sidebar of 16rem with the person and the area's links, the page beside it;
 * on a phone a strip of tabs, or a menu, above the page. It stands while a page is on its way: without
 * `children`, the one of the present address. While it is not known who is here, nothing shows of an area for
 * some roles, and of one for all the page's heading alone, to whom a token was kept for.
 */
export function Area({ name, pages, roles, children }: Props & { children?: ReactNode }) {
  const session = useSession();
  const { pathname } = useLocation();
  const coming = useSlowNavigation();
  const person = session.state === 'signed-in' ? session.user : undefined;
  const isShown = person ? !roles || roles.includes(person.role) : !roles && session.state === 'loading';
  if (!isShown) {
    return (
      <div id={PAGE_ID} tabIndex={-1} className="wrap min-h-screen outline-none">
        <NeedsScripts />
      </div>
    );
  }
  const next = coming && areaOf(coming) === areaOf(pathname) ? pageAt(pages, coming) : undefined;
  return (
    <div className="min-h-screen print:min-h-0">
      {!person && (
        <div className="wrap">
          <NeedsScripts />
        </div>
      )}
      <div
        className={`wrap grid grid-cols-[minmax(0,1fr)] content-start gap-5 pt-4 pb-10 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-10 lg:pt-10 ${person ? '' : 'once-kept'}`}
      >
        <Sidebar name={name} pages={pages} person={person} />
        <div id={PAGE_ID} tabIndex={-1} className="min-w-0 outline-none">
          {children && person && <div hidden={next !== undefined}>{children}</div>}
          {next && <Coming {...next} />}
          {!(children && person) && <Coming {...pageAt(pages, pathname)} />}
        </div>
      </div>
    </div>
  );
}

/** Takes its room, and is not seen, while it is not known who is here. */
function Sidebar({ name, pages, person }: Pick<Props, 'name' | 'pages'> & { person: User | undefined }) {
  const linked = pages.filter(({ label, only }) => label && (!only || only === person?.role));
  const isGrouped = linked.some(({ group }) => group);
  return (
    <aside
      className={`lg:panel min-w-0 lg:sticky lg:top-24 lg:h-fit lg:overflow-hidden ${person ? '' : 'invisible'}`}
    >
      <div
        className={`flex items-center gap-3 border-base-300 border-b bg-mist/60 max-lg:sr-only ${isGrouped ? 'lg:px-5 lg:py-3' : 'lg:flex-col lg:items-start lg:p-5'}`}
      >
        <PersonAvatar
          name={person?.name ?? ''}
          photoURL={person?.photoURL ?? null}
          size={isGrouped ? 40 : 48}
        />
        <p className="wrap-anywhere font-semibold">{person?.name}</p>
      </div>
      {isGrouped ? (
        <AreaMenu name={name} pages={pages} linked={linked} />
      ) : (
        <Strip name={name} linked={linked} />
      )}
    </aside>
  );
}

/** The links of an area with few pages: below each other, on a phone a strip of tabs. */
function Strip({ name, linked }: Pick<Props, 'name'> & { linked: readonly AreaPage[] }) {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another tab
  useEffect(() => {
    function showTab() {
      const nav = strip.current;
      const tab = nav?.querySelector<HTMLElement>('[aria-current="page"]');
      if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2;
    }
    showTab();
    // A phone that is turned has less room.
    addEventListener('resize', showTab);
    return () => removeEventListener('resize', showTab);
  }, [pathname]);
  return (
    <nav
      ref={strip}
      aria-label={t(name)}
      className="relative flex gap-1 max-lg:overflow-x-auto max-lg:border-base-300 max-lg:border-b max-lg:pb-2 max-lg:[scrollbar-width:none] lg:flex-col lg:p-3"
    >
      {linked.map(
        ({ to, label, icon: Icon }, at) =>
          label && (
            <NavLink
              key={to}
              to={to}
              end={at === 0}
              className={({ isActive }) =>
                `flex shrink-0 items-center gap-2 rounded-field px-3 py-2 font-medium text-sm transition-colors lg:gap-3 lg:py-2.5 ${
                  isActive ? 'bg-primary text-primary-content' : 'hover:bg-mist'
                }`
              }
            >
              {Icon && <Icon className="size-4.5 shrink-0" aria-hidden="true" />}
              {t(label)}
            </NavLink>
          ),
      )}
    </nav>
  );
}

/** Stands for a page until its data is there. */
function Coming({ heading }: Partial<AreaPage>) {
  return (
    <>
      {heading && <PageHeading title={t(heading)} />}
      <Spinner />
    </>
  );
}
