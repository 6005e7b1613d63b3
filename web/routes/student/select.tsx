import { useRef } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { classCalls, classPath, type MusicClass } from '#contract/classes/calls.ts';
import { apiErrorOf } from '#contract/client.ts';
import { type Learner, learnerCalls } from '#contract/learners/calls.ts';
import { checkoutPath, paymentPath } from '#contract/payments/payment-path.ts';
import { selectionCalls } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { asksWhoFor } from '#web/features/learners/choosing/asks-who-for.ts';
import { choosingChanges } from '#web/features/learners/choosing/changes.ts';
import type { Way } from '#web/features/learners/choosing/choose.ts';
import type { Chosen } from '#web/features/learners/choosing/who-for.tsx';
import { joinChanges } from '#web/features/waitlist/join.ts';
import { JoinWaitlist } from '#web/features/waitlist/join-waitlist.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { isFamily } from '#web/lib/family/family.ts';
import { refreshMyClasses } from '#web/lib/family/my-classes.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { WhoForClass } from '#web/routes/who-for-class.tsx';
import type { Route } from './+types/select';

const api = apiOf(classCalls, learnerCalls, selectionCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('selections.select_class')),
  NOT_INDEXED,
];

/**
 * Goes on with a class that was chosen before signing in: it is selected, and paid for next. Stays where
 * there is something to ask: for whom it is, whether two classes at one time are meant, or whether to wait
 * for a seat.
 */
export async function clientLoader({ params: { classid } }: Route.ClientLoaderArgs) {
  const { role, email } = signedInUser();
  if (role !== 'student') throw redirect(classPath({ _id: classid }));
  const [item, family, clashes] = await Promise.all([
    orMissing(api.readClass({ params: { id: classid } })),
    api.listLearners(),
    orMissing(api.listClashes({ params: { classid } })),
    refreshMyClasses(),
  ]);
  const known = { item, family };
  if (isFamily(family) || asksWhoFor(item, clientConfig().school) || clashes.length > 0)
    return { ...known, isAsking: true, problem: '' };
  if (item.availableseat === 0) return { ...known, isAsking: false, problem: '' };
  try {
    await api.selectClass({ body: { classid, email } });
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (!refusal || refusal.kind === 'silence') throw error;
    return { ...known, isAsking: false, problem: refusal.message };
  }
  await refreshMyClasses();
  throw redirect(paymentPath(classid));
}

export const clientAction = actionOf({ ...choosingChanges, ...joinChanges });

export default function Select({ loaderData: { item, family, isAsking, problem } }: Route.ComponentProps) {
  const lang = useOwnLanguage();
  return (
    <>
      <PageHeading
        title={isAsking ? t('learners.who_is_it_for') : item.classname}
        lang={isAsking ? undefined : lang}
      />
      <section aria-label={item.classname} className="panel mt-6 max-w-xl p-5 sm:p-7">
        {isAsking ? <Asking item={item} family={family} /> : <Alone item={item} problem={problem} />}
      </section>
    </>
  );
}

function Asking({ item, family }: { item: MusicClass; family: readonly Learner[] }) {
  const navigate = useNavigate();
  const chosen = useRef<{ way: Way; learners: readonly Chosen[] }>(null);
  const goOn = () => navigate(chosen.current ? nextOf(item, chosen.current) : classPath(item));
  return (
    <WhoForClass
      musicClass={item}
      family={family}
      onChosen={(way, learners) => {
        chosen.current = { way, learners };
      }}
      onDone={goOn}
    >
      <WhenLine item={item} />
    </WhoForClass>
  );
}

/** What is selected is paid for next, by who may; who waits sees for what. */
function nextOf({ _id }: MusicClass, { way, learners }: { way: Way; learners: readonly Chosen[] }): string {
  if (way !== 'select' || learners.some(({ maypay }) => !maypay)) return '/student/class/selected';
  const [one, ...others] = learners;
  if (one && others.length === 0) return paymentPath(_id, one.self ? undefined : one._id);
  return checkoutPath(learners.map((learner) => ({ classid: _id, learnerid: learner._id })));
}

/** A class that the student cannot select: because it is full, or for the reason that is given. */
function Alone({ item, problem }: { item: MusicClass; problem: string }) {
  return (
    <>
      <p role={problem ? 'alert' : undefined} className={problem ? 'font-medium text-error' : ''}>
        {problem || t('selections.class_is_full')}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {!problem && <JoinWaitlist classId={item._id} classname={item.classname} />}
        <Link to={classPath(item)} className="btn btn-sm">
          {t('selections.back_to_class')}
        </Link>
      </div>
    </>
  );
}
