import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { t } from '#languages/t.ts';
import { NameMark } from '#web/components/people/name-mark.tsx';
import { idIn } from '#web/lib/address/address.ts';
import { type Family, isFamily } from '#web/lib/family/family.ts';
import { calledName } from './learner-words.ts';

/** The learner whom the address of a list names; undefined where it is for all of the family. */
export const learnerIn = (url: string) => idIn(new URL(url).searchParams, 'for');

/**
 * What the child is called whom the lists of a page are narrowed to; undefined where they are for all, or for
 * oneself.
 */
export function useNameShown(family: Family): string | undefined {
  const id = useSearchParams()[0].get('for');
  const child = family.find(({ _id, self }) => _id === id && !self);
  return child && calledName(child);
}

/** Narrows the lists of a page to one learner; nothing where the family has only one. */
export function LearnerFilter({ family }: { family: Family }) {
  if (!isFamily(family)) return null;
  return (
    <nav aria-label={t('learners.show_classes_of')} className="mt-6 flex flex-wrap gap-2">
      <Choice>{t('learners.everyone')}</Choice>
      {family.map((learner, at) => (
        <Choice key={learner._id} id={learner._id}>
          <NameMark name={calledName(learner)} position={at} />
          {learner.self ? t('learners.me') : calledName(learner)}
        </Choice>
      ))}
    </nav>
  );
}

function Choice({ id, children }: { id?: string; children: ReactNode }) {
  const [parameters] = useSearchParams();
  const isChosen = (parameters.get('for') ?? undefined) === id;
  return (
    <Link
      to={id ? `?for=${id}` : '?'}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={`flex min-h-10 items-center gap-2 rounded-full border px-3.5 text-sm transition-colors ${
        isChosen
          ? 'border-primary bg-mist font-semibold text-plum'
          : 'border-[#8a8296] bg-base-100 hover:bg-mist/60'
      }`}
    >
      {children}
    </Link>
  );
}
