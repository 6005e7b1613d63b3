import type { ReactNode } from 'react';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useSession } from '#web/lib/session/session.ts';

/** What went wrong or well with a form, read out when it changes. */
export function FormMessage({ id, problem, notice }: { id?: string; problem?: string; notice?: string }) {
  return (
    <>
      <p
        id={id}
        role="alert"
        className={
          problem
            ? 'wrap-anywhere rounded-field bg-error/10 px-4 py-3 font-medium text-error text-sm'
            : 'sr-only'
        }
      >
        {problem}
      </p>
      <p
        role="status"
        className={
          notice
            ? 'wrap-anywhere rounded-field bg-info/10 px-4 py-3 font-medium text-info text-sm'
            : 'sr-only'
        }
      >
        {notice}
      </p>
    </>
  );
}

/**
 * The button of a form; shows that it is at work. Until the page's scripts run it cannot be pressed: the form
 * would go to an address that has no route.
 */
export function SubmitButton({
  isBusy,
  isDisabled = false,
  className = 'w-full',
  children,
}: {
  isBusy: boolean;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const isLoading = useSession().state === 'loading';
  return (
    <ActionButton
      type="submit"
      className={`btn btn-primary ${className}`}
      disabled={isLoading}
      isBusy={isBusy}
      isUnavailable={isDisabled}
    >
      {children}
    </ActionButton>
  );
}
