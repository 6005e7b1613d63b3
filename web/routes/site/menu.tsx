import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { t } from '#languages/t.ts';
import { X } from '#web/components/icons/x.tsx';
import { Brand } from '#web/components/layout/brand.tsx';
import { SelectedLink } from './selected-link.tsx';

const MENU_ID = 'site-menu';
const menu = () => document.getElementById(MENU_ID) as HTMLDialogElement;

/** Shows the menu of small screens where the browser does not follow a button's `command` by itself. */
export function openMenu() {
  if (!('command' in HTMLButtonElement.prototype)) menu().showModal();
}

const closeMenu = () => menu().close();

/** The same links as in the header, over the whole height of a small screen. */
export function SiteMenu({
  links,
  account,
}: {
  links: readonly { to: string; label: string }[];
  account: ReactNode;
}) {
  const { key } = useLocation();
  const shown = useRef(key);
  // Before the focus goes to the new page: behind an open menu nothing can have it.
  useLayoutEffect(() => {
    // It may be open already when the page's scripts start.
    if (shown.current === key) return;
    shown.current = key;
    closeMenu();
  }, [key]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for keys a dialog has Esc
    <dialog
      id={MENU_ID}
      aria-label={t('site.menu')}
      // A tap beside it closes it, where the browser knows this even before the page's scripts are there.
      {...{ closedby: 'any' }}
      onClick={({ target, currentTarget, clientX, clientY }) => {
        const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
        const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
        if (target === currentTarget && !isInside) closeMenu();
      }}
      className="site-menu m-0 ms-auto h-dvh max-h-none w-80 max-w-[88vw] bg-base-100 text-base-content shadow-lift"
    >
      <div className="flex h-18 items-center justify-between px-5">
        <Brand />
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={t('site.close_menu')}
          onClick={closeMenu}
          {...{ command: 'close', commandfor: MENU_ID }}
        >
          <X className="size-6" aria-hidden="true" />
        </button>
      </div>
      <nav aria-label={t('site.menu')} className="flex flex-col gap-1 border-base-300 border-t p-4">
        {links.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/'}
            onClick={closeMenu}
            className={({ isActive }) =>
              `rounded-field px-4 py-3 font-medium text-lg ${isActive ? 'bg-mist text-plum' : 'hover:bg-mist/60'}`
            }
          >
            {label}
          </NavLink>
        ))}
        <SelectedLink onClick={closeMenu} />
      </nav>
      <div className="border-base-300 border-t p-5">{account}</div>
    </dialog>
  );
}
