import { useEffect, useState } from 'react';
import { type BlogSummary, blogCalls, type Reaction } from '#contract/blogs/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Heart } from '#web/components/icons/heart.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSignInFirst } from '#web/lib/session/use-sign-in-first.ts';
import { reactionChanges } from './reaction-changes.ts';

const api = apiOf(blogCalls);

/** Says that the reader likes a post, or takes that back. */
export function LikeButton({
  post: { _id: id, reactionscount },
}: {
  post: Pick<BlogSummary, '_id' | 'reactionscount'>;
}) {
  const { isWaiting, signedIn } = useSignInFirst(t('blogs.sign_in_to_like_post'));
  const add = useChange(reactionChanges, 'addReaction');
  const take = useChange(reactionChanges, 'deleteReaction');
  const [reacted, setReacted] = useHasReacted(id);
  const { count } = useFormats();
  const isBusy = add.isBusy || take.isBusy;

  async function press() {
    if (!(await signedIn())) return;
    const outcome = await (reacted ? take : add).run({ id });
    if (outcome.isDone && outcome.answer) setReacted((outcome.answer as Reaction).reacted);
  }
  return (
    <ActionButton
      className={`btn ${reacted ? 'btn-outline border-coral bg-blush/50' : 'btn-outline border-base-300'}`}
      aria-pressed={reacted}
      isBusy={isBusy || isWaiting}
      icon={<Heart className={`size-4 text-coral ${reacted ? 'fill-current' : ''}`} aria-hidden="true" />}
      onClick={press}
    >
      {rich('blogs.like', { count: <span className="tabular-nums">{count(reactionscount)}</span> })}
    </ActionButton>
  );
}

/** Whether the reader likes a post; false where signed out. */
function useHasReacted(id: string) {
  const session = useSession();
  const userid = session.state === 'signed-in' ? session.user._id : undefined;
  const [reacted, setReacted] = useState(false);
  useEffect(() => {
    setReacted(false);
    if (!userid) return;
    let isOver = false;
    api.readReaction({ params: { id } }).then(
      (reaction) => isOver || setReacted(reaction.reacted),
      // The post is read all the same, and a like is counted once anyway.
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [id, userid]);
  return [reacted, setReacted] as const;
}
