import { useLocation, useNavigate } from 'react-router';
import { ActionButton } from '#web/components/action-button.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useChange } from '#web/lib/change.ts';
import { loginPath } from '#web/lib/return-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { joinChanges } from './join.ts';

/** The way into a full class: a place in its line. Nothing for admins and instructors, who take no classes. */
export function JoinWaitlist({ classId, classname }: { classId: string; classname: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { isBusy, run } = useChange(joinChanges, 'joinWaitlist');
  if (session.state === 'signed-in' && session.user.role !== 'student') return null;

  function join() {
    if (session.state === 'failed') return toast('error', session.problem);
    if (session.state !== 'signed-in') {
      void toast('info', 'Sign in to join the waiting list');
      return navigate(loginPath(pathname + search));
    }
    // A seat may have come free, or somebody may have joined: the page then shows what is true now.
    void run({ classid: classId, classname });
  }

  return (
    <ActionButton
      className="btn btn-outline btn-sm bg-base-100 px-4"
      disabled={session.state === 'loading'}
      isBusy={isBusy}
      onClick={join}
    >
      Join waiting list<span className="sr-only"> for {classname}</span>
    </ActionButton>
  );
}
