import { lazy, Suspense, startTransition, useState } from 'react';
import type { ClassFilter } from '#contract/classes/calls.ts';
import type { Instrument } from '#contract/instruments/calls.ts';
import type { PublicWishes } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { whatWords } from '#web/features/wishes/wish-words.ts';
import { useFamily } from '#web/lib/family/my-classes.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSignInFirst } from '#web/lib/session/use-sign-in-first.ts';

/** Who finds a class never loads it. */
const WishChoice = lazy(() => import('./wish-choice.tsx'));

type Props = {
  filter: ClassFilter;
  instruments: readonly Pick<Instrument, '_id' | 'name'>[];
  /** What many families would like. */
  wishes: PublicWishes;
};

/**
 * Below a search that found nothing, or nothing free: a family says what would suit. Nothing for admins and
 * instructors, who take no classes.
 */
export function NothingFits({ filter, instruments, wishes }: Props) {
  const session = useSession();
  const family = useFamily() ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const { isWaiting, signedIn } = useSignInFirst(t('wishes.sign_in_to_wish'));
  if (session.state === 'signed-in' && session.user.role !== 'student') return null;
  async function open() {
    const user = await signedIn();
    if (user?.role === 'student') startTransition(() => setIsOpen(true));
  }
  return (
    <section aria-labelledby="nothing-fits" className="panel mt-10 p-5 sm:p-8">
      <h2 id="nothing-fits" className="text-heading">
        {t('wishes.nothing_fits')}
      </h2>
      <Others filter={filter} wishes={wishes} />
      <p className="mt-2 max-w-3xl text-quiet">{t('wishes.nothing_fits_lead')}</p>
      {family.length > 0 || isOpen ? (
        <Suspense>
          <WishChoice filter={filter} instruments={instruments} family={family} />
        </Suspense>
      ) : (
        <ActionButton className="btn btn-primary mt-5" isBusy={isWaiting} onClick={open}>
          {t('wishes.say_what_suits')}
        </ActionButton>
      )}
    </section>
  );
}

/** How many families would like the same, as far as that may be known. */
function Others({ filter, wishes }: Pick<Props, 'filter' | 'wishes'>) {
  const { school } = useConfig();
  const known = wishes.items.find(({ instrument }) => instrument === filter.instrument);
  if (!known) return null;
  const { instrumentname } = known;
  const level = known.levels.find((one) => one.level === filter.level);
  const group = known.groups.find((one) => one.group === filter.group);
  const { families, ...narrower } = level ?? group ?? known;
  const of = { instrumentname, ...('level' in narrower && narrower), ...('group' in narrower && narrower) };
  return (
    <p className="mt-2 font-medium text-plum">
      {t('wishes.families_would_like', { what: whatWords(of, school), count: families })}
    </p>
  );
}
