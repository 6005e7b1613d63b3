import { useLocation, useNavigate } from 'react-router';
import { ActionButton } from '#web/components/action-button.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useChange } from '#web/lib/change.ts';
import { useStanding } from '#web/lib/my-classes.ts';
import { loginPath } from '#web/lib/return-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { selectChanges } from './select-class.ts';

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
  const { isBusy, run } = useChange(selectChanges, 'selectClass');
  const isKnown = useStanding(classId) !== undefined;
  const isStaff = session.state === 'signed-in' && session.user.role !== 'student';

  function select() {
    if (session.state === 'failed') return toast('error', session.problem);
    if (session.state !== 'signed-in') {
      toast('info', 'Login to select Class');
      return navigate(loginPath(location.pathname + location.search));
    }
    void run({ classid: classId, email: session.user.email });
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
