import { ActionButton } from '#web/components/action-button.tsx';
import { useChange } from '#web/lib/change.ts';
import { familyReady } from '#web/lib/my-classes.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSignInFirst } from '#web/lib/session/use-sign-in-first.ts';
import { selectChanges } from './select-class.ts';

/** Puts a class among the student's selected ones. Admins, instructors and classes without seats cannot use it. */
export function SelectButton({
  classId,
  classname,
  availableseat,
  onFamily,
}: {
  classId: string;
  classname: string;
  availableseat: number;
  /** In place of selecting it, once it is known that there are others for whom it may be. */
  onFamily: () => void;
}) {
  const session = useSession();
  const { isWaiting, signedIn } = useSignInFirst('Login to select Class');
  const { isBusy, run } = useChange(selectChanges, 'selectClass');
  const isStaff = session.state === 'signed-in' && session.user.role !== 'student';

  async function select() {
    const user = await signedIn();
    if (user?.role !== 'student') return;
    if ((await familyReady()).length > 1) onFamily();
    else await run({ classid: classId, email: user.email });
  }

  return (
    <ActionButton
      className="btn btn-primary btn-sm px-4"
      disabled={isStaff || availableseat === 0}
      isBusy={isBusy || isWaiting}
      onClick={select}
    >
      Select<span className="sr-only">{` ${classname}`}</span>
    </ActionButton>
  );
}
