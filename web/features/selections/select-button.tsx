import { useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { ApiError } from '#contract/client.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { toast } from '#web/components/toasts.tsx';
import { api } from '#web/lib/api.ts';
import { noteSelected, refreshMyClasses, useStanding } from '#web/lib/my-classes.ts';
import { loginPath } from '#web/lib/return-path.ts';
import { useSession } from '#web/lib/session.ts';

/** Puts a class among the student's selected ones. Admins, instructors and classes without seats cannot use it. */
export function SelectButton({
  classId,
  classname,
  availableseat,
}: {
  classId: string;
  classname: string;
  availableseat: number;
}) {
  const session = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const revalidator = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const isKnown = useStanding(classId) !== undefined;
  const isStaff = session.state === 'signed-in' && session.user.role !== 'student';

  async function select() {
    if (session.state === 'failed') return toast('error', session.problem);
    if (session.state !== 'signed-in') {
      toast('info', 'Login to select Class');
      return navigate(loginPath(location.pathname + location.search));
    }
    setIsBusy(true);
    try {
      const answer = await api.selectClass({ body: { classid: classId, email: session.user.email } });
      if ('message' in answer) {
        // In another window, or before this page was loaded.
        toast('error', 'User Already Select this class');
        await refreshMyClasses();
      } else {
        toast('success', "You've Selected Class");
        noteSelected(classId);
      }
    } catch (error) {
      toast('error', error instanceof ApiError ? error.message : 'The class could not be selected.');
      // Full or closed by now: the card should say so.
      if (error instanceof ApiError && error.status === 409) void revalidator.revalidate();
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <ActionButton
      className="btn btn-primary btn-sm px-4"
      disabled={isStaff || availableseat === 0 || session.state === 'loading' || !isKnown}
      isBusy={isBusy}
      onClick={select}
    >
      Select<span className="sr-only"> {classname}</span>
    </ActionButton>
  );
}
