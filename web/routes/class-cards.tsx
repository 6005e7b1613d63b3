import type { ListedClass } from '#contract/classes.ts';
import { CARD_ITEM, ClassCard } from '#web/features/classes/class-card.tsx';
import { ClassChoice } from './class-choice.tsx';

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
