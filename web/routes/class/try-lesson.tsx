import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { classPath, type MusicClass } from '#contract/classes/calls.ts';
import type { TrialOffer } from '#contract/trials/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { familyReady } from '#web/lib/family/my-classes.ts';
import { useFormats, useHours } from '#web/lib/formats/formats.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useSignInFirst } from '#web/lib/session/use-sign-in-first.ts';

/** Most readers of the page never open it. */
const TrialDialog = lazy(() => import('./trial-dialog.tsx'));

/** Where a visitor comes back to after signing in: the dialog is open then. */
const TRY = 'try';
const SHOWN = 3;

type Props = { musicClass: MusicClass; offer: TrialOffer };

/** What a trial lesson of a class costs, the next lessons with a place, and the way to one. */
export function TryLesson({ musicClass, offer }: Props) {
  const { price, currency, lessons } = offer;
  const { money } = useFormats();
  const session = useSession();
  const navigate = useNavigate();
  const { hash, pathname, search } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const { isWaiting, signedIn } = useSignInFirst(
    t('trials.sign_in_first'),
    `${classPath(musicClass)}#${TRY}`,
  );
  const isSignedIn = session.state === 'signed-in';
  const isStaff = isSignedIn && session.user.role !== 'student';

  async function open() {
    const user = await signedIn();
    if (user?.role !== 'student') return;
    // A parent would else be asked to enter children who are there.
    await familyReady();
    startTransition(() => setIsOpen(true));
  }

  const isBack = hash === `#${TRY}` && isSignedIn && !isStaff;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is come back to
  useEffect(() => {
    if (!isBack) return;
    // The way back from the next page leads to the class alone.
    void navigate(pathname + search, { replace: true, preventScrollReset: true });
    void open();
  }, [isBack]);

  return (
    <section id={TRY} aria-labelledby="try-lesson" className="panel mb-8 scroll-mt-24 p-5 print:hidden">
      <h2 id="try-lesson" className="text-subheading">
        {t('trials.try_lesson')}
      </h2>
      <p className="mt-1">
        {price ? t('trials.costs', { price: money(price, currency) }) : t('trials.is_free')}
      </p>
      {lessons.length > 0 ? (
        <NextLessons lessons={lessons} />
      ) : (
        <p className="mt-2 text-quiet">{t('absences.none_free')}</p>
      )}
      {lessons.length > 0 && (
        <ActionButton
          className="btn btn-outline btn-primary mt-4"
          disabled={isStaff}
          isBusy={isWaiting}
          onClick={open}
        >
          {t('trials.book')}
        </ActionButton>
      )}
      <Suspense>
        {isOpen && <TrialDialog musicClass={musicClass} offer={offer} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </section>
  );
}

function NextLessons({ lessons }: Pick<TrialOffer, 'lessons'>) {
  const { weekday, hours } = useHours();
  return (
    <>
      <p className="mt-3 font-semibold text-sm">{t('trials.next_with_place')}</p>
      <ul className="mt-1 space-y-1 text-sm">
        {lessons.slice(0, SHOWN).map(({ _id, startsat, endsat, room }) => (
          <li key={_id} className="wrap-anywhere first-letter:uppercase">
            <time dateTime={startsat}>
              {weekday(startsat)}, <span className="whitespace-nowrap">{hours(startsat, endsat)}</span>
            </time>
            {room && (
              <>
                {', '}
                <OwnWords>{room}</OwnWords>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
