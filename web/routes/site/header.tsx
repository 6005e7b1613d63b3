import { Link, NavLink } from 'react-router';
import { t } from '#languages/t.ts';
import { Menu } from '#web/components/icons/menu.tsx';
import { Brand } from '#web/components/layout/brand.tsx';
import { useLeaving } from '#web/components/layout/leaving.tsx';
import { PersonAvatar } from '#web/components/people/person-avatar.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { signOut } from '#web/lib/session/sign-out.ts';
import { LanguageMenu } from './languages.tsx';
import { type SiteLink, siteLinks } from './links.ts';
import { openMenu, SiteMenu } from './menu.tsx';
import { SelectedLink } from './selected-link.tsx';

/** How many letters of links have room in a window of 64rem, and in one of 80rem with the wide ones. */
const ROOM = { lg: 43, xl: 60 };

/** Beside each other, or else in a menu. */
const FROM_LG = { beside: 'max-lg:hidden', menu: 'lg:hidden' };
const FROM_XL = { beside: 'max-xl:hidden', menu: 'xl:hidden' };

const lettersOf = (links: readonly SiteLink[]) => links.reduce((sum, { label }) => sum + label.length, 0);

export function SiteHeader() {
  const links = siteLinks(useSession());
  const shown = lettersOf(links.filter(({ isWide }) => !isWide)) > ROOM.lg ? FROM_XL : FROM_LG;
  const wide = lettersOf(links) > ROOM.xl ? 'max-2xl:hidden ' : 'max-xl:hidden ';
  return (
    <header className="@container sticky top-0 z-30 border-base-300 border-b bg-base-200/90 backdrop-blur-md">
      <div className="wrap flex h-18 items-center gap-1 sm:gap-2 lg:gap-4">
        <Brand />
        <nav aria-label={t('site.main_navigation')} className={`ms-4 flex shrink-0 gap-1 ${shown.beside}`}>
          {links.map(({ to, label, isWide }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                `${isWide ? wide : ''}whitespace-nowrap rounded-field px-3 py-2 font-medium transition-colors ${isActive ? 'bg-mist text-plum' : 'hover:bg-mist/60'}`
              }
            >
              {label}
            </NavLink>
          ))}
          <SelectedLink />
        </nav>
        <div className={`ms-auto shrink-0 ${shown.beside}`}>
          <Account />
        </div>
        <div className={`ms-auto ${shown.menu}`}>
          <SelectedLink />
        </div>
        <LanguageMenu />
        <button
          type="button"
          className={`btn btn-ghost btn-square ${shown.menu}`}
          aria-label={t('site.open_menu')}
          onClick={openMenu}
          // Opens the menu even before the page's scripts are there.
          {...{ command: 'show-modal', commandfor: 'site-menu' }}
        >
          <Menu className="size-6" aria-hidden="true" />
        </button>
      </div>
      <SiteMenu links={links} account={<Account />} />
    </header>
  );
}

/** Sign-in links for visitors; for accounts their name and the way to sign out. */
function Account() {
  const session = useSession();
  const { leaveBy } = useLeaving();
  if (session.state !== 'signed-in' && session.state !== 'failed') {
    return (
      <div className={`flex gap-2 ${session.state === 'loading' ? 'while-unknown' : ''}`}>
        <Link to="/login" className="btn btn-ghost">
          {t('common.sign_in')}
        </Link>
        <Link to="/register" className="btn btn-primary">
          {t('site.sign_up')}
        </Link>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {session.state === 'signed-in' && (
        <Link to="/account" className="tooltip tooltip-bottom flex rounded-full" data-tip={session.user.name}>
          <PersonAvatar name={session.user.name} photoURL={session.user.photoURL} size={42} />
          <span className="sr-only">{t('site.my_account', { name: session.user.name })}</span>
        </Link>
      )}
      <button type="button" className="btn btn-outline border-base-300" onClick={() => leaveBy(signOut)}>
        {t('site.sign_out')}
      </button>
    </div>
  );
}
