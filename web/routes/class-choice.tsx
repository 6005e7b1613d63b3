import { lazy, Suspense, startTransition, useState } from 'react';
import type { ListedClass } from '#contract/classes/calls.ts';
import { ClassCard } from '#web/features/classes/class-card.tsx';
import { asksWhoFor } from '#web/features/learners/choosing/asks-who-for.ts';
import { choosingChanges } from '#web/features/learners/choosing/changes.ts';
import { SelectButton } from '#web/features/selections/select-button.tsx';
import { selectChanges } from '#web/features/selections/select-class.ts';
import { StandingLink } from '#web/features/selections/standing-link.tsx';
import { joinChanges } from '#web/features/waitlist/join.ts';
import { JoinWaitlist } from '#web/features/waitlist/join-waitlist.tsx';
import { useFamily, useStandings } from '#web/lib/family/my-classes.ts';
import { useConfig } from '#web/lib/page/config.ts';
import type { ChoosableClass } from './who-for-class.tsx';

/** Most people choose for themselves alone, and never load it. */
const FamilyChoice = lazy(() => import('./family-choice.tsx'));

/** What a page with class cards lets students change. */
export const choiceChanges = { ...selectChanges, ...joinChanges, ...choosingChanges };

/**
 * The way into a class on its card: select it, join its waiting list, or go on with what was chosen before.
 */
export function ClassChoice({ musicClass }: { musicClass: ChoosableClass }) {
  const { _id, classname, availableseat } = musicClass;
  const family = useFamily() ?? [];
  const standing = useStandings(_id)?.at(-1)?.standing;
  // Undefined until it is asked for the first time. Kept here: the button that was pressed may be replaced by
  // that of a family meanwhile.
  const [isOpen, setIsOpen] = useState<boolean>();
  // The button stays until the dialog is there, which gives the focus back to what stands in its place.
  const onAsk = () => startTransition(() => setIsOpen(true));
  const ask = { isAskingWhoFor: asksWhoFor(musicClass, useConfig().school), onAsk };
  const canWait = availableseat === 0 && (!standing || standing === 'selected');
  return (
    <Suspense>
      {family.length > 1 || isOpen !== undefined ? (
        <FamilyChoice
          musicClass={musicClass}
          family={family}
          isOpen={isOpen === true}
          onOpenChange={setIsOpen}
        />
      ) : (
        <div className="class-choice">
          {standing ? (
            <StandingLink standing={standing} classId={_id} classname={classname} />
          ) : (
            <SelectButton classId={_id} classname={classname} availableseat={availableseat} {...ask} />
          )}
          {canWait && <JoinWaitlist classId={_id} classname={classname} {...ask} />}
        </div>
      )}
    </Suspense>
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
    <ul className={`class-cards grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8 ${className}`}>
      {classes.map((musicClass) => (
        <li key={musicClass._id}>
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
