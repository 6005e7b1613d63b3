import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { t } from '#languages/t.ts';
import { NeedsScripts } from '#web/components/layout/needs-scripts.tsx';
import { useEntrance } from '#web/lib/address/return-path.ts';
import { prepareSignIn } from '#web/lib/session/identity-sdk.ts';

/** The frame of the pages that let people in; `hasTabs` joins Login and Register. */
export function EntryCard({
  title,
  intro,
  hasTabs = false,
  children,
}: {
  title: string;
  intro?: string;
  hasTabs?: boolean;
  children: ReactNode;
}) {
  return (
    // The identity SDK is loaded only once a visitor is about to sign in.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only fetches ahead; the form inside is what people use
    <div className="wrap py-8 sm:py-14" onPointerOver={prepareSignIn} onFocus={prepareSignIn}>
      <div className="panel mx-auto max-w-md overflow-hidden">
        {hasTabs && <Tabs />}
        <div className="p-5 sm:p-8">
          <h1 className="text-heading">{title}</h1>
          {intro && <p className="wrap-anywhere mt-2 text-quiet">{intro}</p>}
          <NeedsScripts />
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </div>
  );
}

function Tabs() {
  const tabs = [
    { to: useEntrance('/login'), label: t('account.login') },
    { to: useEntrance('/register'), label: t('account.register') },
  ];
  return (
    <nav aria-label={t('account.login_or_register')} className="grid grid-cols-2 border-base-300 border-b">
      {tabs.map(({ to, label }) => (
        <NavLink
          key={label}
          to={to}
          className={({ isActive }) =>
            `-outline-offset-3! border-b-3 py-3.5 text-center font-semibold transition-colors ${
              isActive
                ? 'border-primary text-primary'
                : 'border-transparent bg-base-200 text-quiet hover:text-ink'
            }`
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
