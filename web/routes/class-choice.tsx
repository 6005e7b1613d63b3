import type { ListedClass, MusicClass } from '#contract/classes.ts';
import { CARD_ITEM, ClassCard } from '#web/features/classes/class-card.tsx';
import { SelectButton } from '#web/features/selections/select-button.tsx';
import { selectChanges } from '#web/features/selections/select-class.ts';
import { StandingLink } from '#web/features/selections/standing-link.tsx';
import { joinChanges } from '#web/features/waitlist/join.ts';
import { JoinWaitlist } from '#web/features/waitlist/join-waitlist.tsx';
import { useStanding } from '#web/lib/my-classes.ts';

/** What a page with class cards lets students change. */
export const choiceChanges = { ...selectChanges, ...joinChanges };

/** The way into a class on its card: select it, join its waiting list, or go on with what was chosen before. */
export function ClassChoice({
  musicClass: { _id, classname, availableseat },
}: {
  musicClass: Pick<MusicClass, '_id' | 'classname' | 'availableseat'>;
}) {
  const standing = useStanding(_id);
  const canWait = availableseat === 0 && (!standing || standing === 'selected');
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {standing ? (
        <StandingLink standing={standing} classId={_id} classname={classname} />
      ) : (
        <SelectButton classId={_id} classname={classname} availableseat={availableseat} />
      )}
      {canWait && <JoinWaitlist classId={_id} classname={classname} />}
    </div>
  );
}

/** Classes as cards, three beside each other where there is room, each with a way to choose it. */
export function ClassCards({
  classes,
  className = '',
}: {
  classes: readonly ListedClass[];
  className?: string;
}) {
  return (
    <ul className={`grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8 ${className}`}>
      {classes.map((musicClass) => (
        <li key={musicClass._id} className={CARD_ITEM}>
          <ClassCard
            musicClass={musicClass}
            sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw"
            select={<ClassChoice musicClass={musicClass} />}
          />
        </li>
      ))}
    </ul>
  );
}
