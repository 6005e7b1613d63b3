import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useReturnPath } from '#web/lib/return-path.ts';

const TABS = [
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
];

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
  const from = useReturnPath();
  const search = from ? `?from=${encodeURIComponent(from)}` : '';
  return (
    <div className="px-4 py-10 sm:py-16">
      <div className="mx-auto max-w-md overflow-hidden rounded-box border border-base-300 bg-base-100 shadow-sm">
        {hasTabs && (
          <nav aria-label="Login or register" className="grid grid-cols-2 border-base-300 border-b">
            {TABS.map(({ to, label }) => (
              <NavLink
                key={to}
                to={{ pathname: to, search }}
                replace
                className={({ isActive }) =>
                  `border-b-3 py-3.5 text-center font-medium ${
                    isActive
                      ? 'border-primary text-primary'
                      : 'border-transparent bg-base-200 text-base-content/75 hover:text-base-content'
                  }`
                }
              >
                {label}
              </NavLink>
            ))}
          </nav>
        )}
        <div className="p-6 sm:p-8">
          <h1 className="text-3xl">{title}</h1>
          {intro && <p className="mt-2 text-base-content/75">{intro}</p>}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </div>
  );
}

/** What went wrong or well, read out when it changes. */
export function FormMessage({ problem, notice }: { problem?: string; notice?: string }) {
  return (
    <>
      <p
        role="alert"
        className={problem ? 'rounded-field bg-error/10 px-4 py-3 text-error text-sm' : 'sr-only'}
      >
        {problem}
      </p>
      <p
        role="status"
        className={notice ? 'rounded-field bg-info/10 px-4 py-3 text-info text-sm' : 'sr-only'}
      >
        {notice}
      </p>
    </>
  );
}

/** The button of a form; shows that it is at work. */
export function SubmitButton({
  isBusy,
  isDisabled = false,
  children,
}: {
  isBusy: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="submit" className="btn btn-primary w-full" disabled={isBusy || isDisabled}>
      {isBusy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {children}
    </button>
  );
}
