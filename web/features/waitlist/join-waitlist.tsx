import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ActionButton } from '#web/components/action-button.tsx';
import { toast } from '#web/components/toasts.tsx';
import { api } from '#web/lib/api.ts';
import { useAnnouncedChange } from '#web/lib/outcome.ts';
import { loginPath } from '#web/lib/return-path.ts';
import { useSession } from '#web/lib/session.ts';

/** The way into a full class: a place in its line. Nothing for admins and instructors, who take no classes. */
export function JoinWaitlist({ classId, classname }: { classId: string; classname: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const announceChange = useAnnouncedChange();
  const [isBusy, setIsBusy] = useState(false);
  if (session.state === 'signed-in' && session.user.role !== 'student') return null;

  async function join() {
    if (session.state === 'failed') return toast('error', session.problem);
    if (session.state !== 'signed-in') {
      void toast('info', 'Sign in to join the waiting list');
      return navigate(loginPath(pathname + search));
    }
    setIsBusy(true);
    // A seat may have come free, or somebody may have joined: the page then shows what is true now.
    await announceChange(api.joinWaitlist({ body: { classid: classId } }), {
      done: ({ position }) => {
        const place = position === null ? 'A seat is held for you' : `You are number ${position} in line`;
        return `${place} for ${classname}. See your dashboard.`;
      },
    });
    setIsBusy(false);
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
