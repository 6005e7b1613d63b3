import { selectPath } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useOwnWords } from '#web/components/own-words.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { familyReady } from '#web/lib/family/my-classes.ts';
import { rich } from '#web/lib/rich.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSignInFirst } from '#web/lib/session/use-sign-in-first.ts';
import { hasClash, selectChanges } from './select-class.ts';

/**
 * Puts a class among the student's selected ones. Admins, instructors and classes without seats cannot use
 * it.
 */
export function SelectButton({
  classId,
  classname,
  availableseat,
  isAskingWhoFor,
  onAsk,
}: {
  classId: string;
  classname: string;
  availableseat: number;
  /** Whether it is always asked for whom it is. */
  isAskingWhoFor: boolean;
  /**
   * In place of selecting it, once it is known that there is something to ask: for whom it is, or whether two
   * classes at one time are meant.
   */
  onAsk: () => void;
}) {
  const session = useSession();
  const { isWaiting, signedIn } = useSignInFirst(t('selections.login_to_select_class'), selectPath(classId));
  const { isBusy, run } = useChange(selectChanges, 'selectClass');
  const isStaff = session.state === 'signed-in' && session.user.role !== 'student';

  const own = useOwnWords();

  async function select() {
    const user = await signedIn();
    if (user?.role !== 'student') return;
    // The family is waited for first: a parent would else be asked to enter children who are there.
    const family = await familyReady();
    if (isAskingWhoFor || family.length > 1 || (await hasClash(classId))) onAsk();
    else await run({ classid: classId, email: user.email });
  }

  return (
    <ActionButton
      className="btn btn-primary btn-sm px-4"
      disabled={isStaff || availableseat === 0}
      isBusy={isBusy || isWaiting}
      onClick={select}
    >
      {rich('selections.select', {
        classname: own(classname),
        hidden: (words) => <span className="sr-only">{words}</span>,
      })}
    </ActionButton>
  );
}
