import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { type PlainId, t } from '#languages/t.ts';
import { ChevronDown } from '#web/components/icons/chevron-down.tsx';
import { rich } from '#web/lib/rich.ts';
import { type AreaPage, pageAt } from './area-page.ts';

type Props = {
  /** What the navigation is called for screen readers. */
  name: PlainId;
  /** Every page of the area. */
  pages: readonly AreaPage[];
  /** Those that are linked, in the order of their groups. */
  linked: readonly AreaPage[];
};

/**
 * The menu of an area with many pages: its links under the headings of their groups. On a phone it is folded
 * behind a button that says where one is, so that every page is two taps away.
 */
export function AreaMenu({ name, pages, linked }: Props) {
  const id = useId();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another entry
  useEffect(() => {
    // On a low screen it scrolls, and the entry of the page may be out of sight.
    const entry = menu.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (menu.current && entry)
      menu.current.scrollTop = entry.offsetTop - (menu.current.clientHeight - entry.offsetHeight) / 2;
  }, [pathname]);
  // Another page closes it.
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === pathname;
  const { label, heading, group } = pageAt(pages, pathname);
  const here = label ?? heading;
  const groups = Map.groupBy(linked, (page) => page.group);
  return (
    <nav
      ref={menu}
      aria-label={t(name)}
      className="relative lg:max-h-[calc(100dvh-11.5rem)] lg:overflow-y-auto lg:px-3 lg:py-2"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setOpenAt(undefined);
        opener.current?.focus();
      }}
    >
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="flex min-h-14 w-full items-center gap-3 rounded-box border border-base-300 bg-base-100 px-4 py-2 text-start lg:hidden"
        onClick={() => setOpenAt(isOpen ? undefined : pathname)}
      >
        <span className="min-w-0 flex-1">
          {group && <span className="block text-quiet text-sm">{t(group)}</span>}
          <span className="wrap-anywhere block font-semibold">
            {rich('areas.menu_at', {
              page: here ? t(here) : t('areas.dashboard'),
              hidden: (words) => <span className="sr-only">{words}</span>,
            })}
          </span>
        </span>
        <ChevronDown
          className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`}
          aria-hidden="true"
        />
      </button>
      <div
        id={id}
        className={`max-lg:panel max-lg:mt-2 max-lg:p-2 lg:block ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        {[...groups].map(([heading, entries], at) => (
          <Fragment key={heading}>
            {heading && (
              <p
                id={`${id}${at}`}
                className="px-2 pt-3 pb-1 font-semibold text-quiet text-sm lg:px-3 lg:pb-0.5 [&:first-child]:pt-1"
              >
                {t(heading)}
              </p>
            )}
            <ul
              aria-labelledby={heading && `${id}${at}`}
              className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-1 lg:grid-cols-1"
            >
              {entries.map((entry) => (
                <li key={entry.to}>
                  <Entry {...entry} isHome={entry.to === pages[0]?.to} onClick={() => setOpenAt(undefined)} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </nav>
  );
}

function Entry({
  to,
  label,
  icon: Icon,
  isHome,
  onClick,
}: AreaPage & { isHome: boolean; onClick: () => void }) {
  return (
    <NavLink
      to={to}
      end={isHome}
      onClick={onClick}
      className={({ isActive }) =>
        `flex min-h-11 items-center gap-2 rounded-field px-2 py-1.5 font-medium text-sm transition-colors lg:min-h-8 lg:gap-3 lg:px-3 ${
          isActive ? 'bg-primary text-primary-content' : 'hover:bg-mist'
        }`
      }
    >
      {Icon && <Icon className="size-4.5 shrink-0" aria-hidden="true" />}
      <span className="wrap-anywhere min-w-0">{label && t(label)}</span>
    </NavLink>
  );
}
