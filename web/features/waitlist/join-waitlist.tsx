import { selectPath } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useOwnWords } from '#web/components/own-words.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { familyReady } from '#web/lib/family/my-classes.ts';
import { rich } from '#web/lib/rich.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSignInFirst } from '#web/lib/session/use-sign-in-first.ts';
import { joinChanges } from './join.ts';

/**
 * The way into a full class: a place in its line. Nothing for admins and instructors, who take no classes.
 */
export function JoinWaitlist({
  classId,
  classname,
  isAskingWhoFor = false,
  onAsk,
}: {
  classId: string;
  classname: string;
  /** Whether it is always asked for whom it is. */
  isAskingWhoFor?: boolean;
  /**
   * In place of joining it, once it is known that there are others for whom it may be; left out where it is
   * settled who it is for.
   */
  onAsk?: () => void;
}) {
  const session = useSession();
  const { isWaiting, signedIn } = useSignInFirst(t('waitlist.sign_in_to_join'), selectPath(classId));
  const { isBusy, run } = useChange(joinChanges, 'joinWaitlist');
  const own = useOwnWords();
  if (session.state === 'signed-in' && session.user.role !== 'student') return null;

  async function join() {
    const user = await signedIn();
    // A seat may have come free, or another may have joined: the page then shows what is true now.
    if (user?.role !== 'student') return;
    // The family is waited for first: a parent would else be asked to enter children who are there.
    if (onAsk && ((await familyReady()).length > 1 || isAskingWhoFor)) onAsk();
    else await run({ classid: classId, classname });
  }

  return (
    <ActionButton
      className="btn btn-outline btn-sm btn-paper px-4"
      isBusy={isBusy || isWaiting}
      onClick={join}
    >
      {rich('waitlist.join', {
        classname: own(classname),
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
    </ActionButton>
  );
}
