import { NameTag } from '#web/components/name-tag.tsx';
import { type Family, isFamily, tagOf } from '#web/lib/family.ts';

/** Who learns, wherever a place is shown; an account without children reads `you`. */
export function ForWhom({
  family,
  learner,
}: {
  family: Family;
  learner: { learnerid: string; learnername: string };
}) {
  if (isFamily(family)) return <NameTag {...tagOf(family, learner)} />;
  return <span className="text-quiet text-sm">For you</span>;
}
