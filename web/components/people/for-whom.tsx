import { t } from '#languages/t.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { NameTag } from './name-tag.tsx';

/** Who learns, wherever a place is shown; an account without children reads `you`. */
export function ForWhom({
  family,
  learner,
}: {
  family: Family;
  learner: { learnerid: string; learnername: string };
}) {
  if (isFamily(family)) return <NameTag {...tagOf(family, learner)} />;
  return <span className="text-quiet text-sm">{t('common.for_you')}</span>;
}
