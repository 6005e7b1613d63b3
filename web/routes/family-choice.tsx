import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Learner } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { calledName } from '#web/features/learners/learner-words.ts';
import { StandingLink } from '#web/features/selections/standing-link.tsx';
import { useStandings } from '#web/lib/family/my-classes.ts';
import { rich } from '#web/lib/rich.ts';
import { type ChoosableClass, furthest, WhoForClass } from './who-for-class.tsx';

/**
 * The way into a class where it is asked for whom it is: how each of the family stands to it, and for whom it
 * is to be.
 */
export default function FamilyChoice({
  musicClass,
  family,
  isOpen,
  onOpenChange,
}: {
  musicClass: ChoosableClass;
  family: readonly Learner[];
  /** Whether it is being asked. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { _id, classname, availableseat } = musicClass;
  const way = useWayAfter(isOpen);
  const standings = furthest(useStandings(_id) ?? []);
  const isFull = availableseat === 0;
  /** The student's progress: one who has selected a class that is now full can still wait for it. */
  const isOver = family.every(({ _id: learnerid }) => {
    const standing = standings.get(learnerid);
    return standing && !(isFull && standing === 'selected');
  });

  return (
    <div ref={way} className="flex flex-col items-end gap-2 in-[.class-way-in]:items-stretch">
      {family.map((learner) => {
        const standing = standings.get(learner._id);
        return (
          standing && (
            <StandingLink
              key={learner._id}
              standing={standing}
              classId={_id}
              classname={classname}
              of={{ _id: learner._id, name: learner.self ? t('learners.you') : calledName(learner) }}
            />
          )
        );
      })}
      {!isOver && (
        <button
          type="button"
          className={`btn btn-sm px-4 ${isFull ? 'btn-outline btn-paper' : 'btn-primary'}`}
          onClick={() => onOpenChange(true)}
        >
          {rich(isFull ? 'waitlist.join' : 'selections.select', {
            classname,
            hidden: (words) => <span className="sr-only">{words}</span>,
          })}
        </button>
      )}
      {isOpen &&
        // Outside the card, which sets lists and headings in its own way.
        createPortal(
          <Dialog title={t('learners.who_is_it_for')} onClose={() => onOpenChange(false)}>
            <WhoForClass musicClass={musicClass} family={family} onDone={() => onOpenChange(false)} />
          </Dialog>,
          document.body,
        )}
    </div>
  );
}

/** What the dialog was opened from may have gone meanwhile: what stands in its place then takes the focus. */
function useWayAfter(isOpen: boolean) {
  const way = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasOpen.current && !isOpen && isLost) way.current?.querySelector<HTMLElement>('a, button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return way;
}
