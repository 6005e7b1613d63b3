import { Link, redirect, useRevalidator } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { teacherName } from '#contract/former.ts';
import { type Learner, learnerCalls } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CreditCard } from '#web/components/icons/credit-card.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ForWhom } from '#web/components/people/for-whom.tsx';
import { learnerIn } from '#web/features/learners/learner-filter.tsx';
import { type OpenTrial, openTrial } from '#web/features/payments/open-trial.ts';
import { PaymentForm } from '#web/features/payments/payment-form.tsx';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { bookingChanges } from '#web/features/trials/booking-changes.ts';
import { useBackUntil, useLessonTime } from '#web/features/trials/when.ts';
import { idIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { missing } from '#web/lib/api/missing.ts';
import type { Family } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/trial';
import {
  addressChanges,
  HoldEnd,
  NoCardForm,
  ProveAddress,
  ReceiptSent,
  TestCards,
} from './payment-parts.tsx';

const api = apiOf(learnerCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('trials.trial_lesson')),
  NOT_INDEXED,
];

export async function clientLoader({ params: { classid }, request }: Route.ClientLoaderArgs) {
  const lessonid = idIn(new URL(request.url).searchParams, 'lesson');
  // Which lesson it is to be is chosen on the page of the class.
  if (!lessonid) throw redirect(classPath({ _id: classid }));
  const user = signedInUser();
  const family = await api.listLearners();
  const named = learnerIn(request.url);
  const learner = family.find(({ _id, self }) => (named ? _id === named : self));
  if (!learner) return missing();
  return {
    user,
    family,
    learner,
    lessonid,
    trial: await openTrial({ classid, lessonid, learnerid: learner._id }),
  };
}

export const clientAction = actionOf({ ...bookingChanges, ...addressChanges });

/** One trial lesson of a learner: it is paid for here, and booked it says what comes next. */
export default function TrialPage({
  loaderData: { user, family, learner, lessonid, trial },
}: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('trials.trial_lesson')} />
      <div className="mt-8 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label={t('payments.pay_label')} className="panel p-5 sm:p-7">
          <Body open={trial} user={user} learner={learner} lessonid={lessonid} />
        </section>
        <Summary open={trial} family={family} learner={learner} />
      </div>
    </>
  );
}

type BodyProps = {
  open: OpenTrial;
  user: { email: string; name: string };
  learner: Learner;
  lessonid: string;
};

function Body({ open, user, learner, lessonid }: BodyProps) {
  const { revalidate } = useRevalidator();
  const { item } = open;
  switch (open.state) {
    case 'booked':
      return <Booked open={open} learner={learner} />;
    case 'free':
      return <FreeTrial wish={{ lessonid, learnerid: learner._id }} />;
    case 'refused':
      return (
        <>
          <p role="alert" className="font-medium text-error">
            {open.problem.message}
          </p>
          <p className="mt-2 text-quiet">{t('payments.nothing_held_or_charged')}</p>
          <div className="mt-5 flex flex-wrap gap-3">
            {open.problem.code === 'email-not-verified' && <ProveAddress />}
            <Link to={classPath(item)} className="btn">
              {t('selections.back_to_class')}
            </Link>
          </div>
        </>
      );
    case 'no-card-form':
      return <NoCardForm problem={open.problem} onRetry={revalidate} />;
    case 'payable':
      return (
        <>
          <p className="mb-5 text-quiet text-sm">
            {rich('payments.place_held', {
              who: learner.self ? 'self' : 'other',
              learner: learner.learnername,
              until: <HoldEnd until={open.intent.holduntil} />,
            })}
          </p>
          <PaymentForm
            key={open.intent.clientSecret}
            classid={item._id}
            what={t('trials.for_trial')}
            isTrial
            stripe={open.stripe}
            card={open.card}
            intent={open.intent}
            billing={{ email: user.email || 'unknown', name: user.name || 'anonymous' }}
            onEnrolled={revalidate}
            onStale={revalidate}
          />
          <TestCards />
        </>
      );
  }
}

function Booked({ open, learner }: { open: OpenTrial & { state: 'booked' }; learner: Learner }) {
  const { _id, startsat, endsat, price, paidbyother, state } = open.trial;
  const timeOf = useLessonTime();
  const backUntil = useBackUntil()(open.trial);
  const hasReceipt = price > 0 && !paidbyother;
  return (
    <>
      <h2 className="text-subheading">{t('trials.booked_title')}</h2>
      {startsat !== null && endsat !== null && (
        <p className="mt-3 font-semibold">
          {t('trials.is_booked_for', {
            who: learner.self ? 'self' : 'other',
            learner: learner.learnername,
            class: open.item.classname,
            moment: timeOf({ startsat, endsat }),
          })}
        </p>
      )}
      {state === 'booked' && <p className="mt-2">{t('trials.what_follows')}</p>}
      {hasReceipt && <ReceiptSent />}
      {backUntil && <p className="mt-2">{backUntil}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/student/week" className="btn btn-primary">
          {t('areas.my_week')}
        </Link>
        {hasReceipt && (
          <Link to={`/student/receipt/${_id}`} className="btn">
            {t('payments.receipt')}
          </Link>
        )}
      </div>
    </>
  );
}

function FreeTrial({ wish }: { wish: { lessonid: string; learnerid: string } }) {
  const { isBusy, problem, run } = useChange(bookingChanges, 'bookTrial');
  return (
    <>
      <p>{t('trials.is_free')}</p>
      {problem && (
        <p role="alert" className="mt-3 font-medium text-error">
          {problem}
        </p>
      )}
      <ActionButton className="btn btn-primary mt-5" isBusy={isBusy} onClick={() => run(wish)}>
        {t('trials.book_it')}
      </ActionButton>
    </>
  );
}

function Summary({ open, family, learner }: { open: OpenTrial; family: Family; learner: Learner }) {
  const { money } = useFormats();
  const timeOf = useLessonTime();
  const { trialfee } = useConfig().school;
  const { item, lesson, price } = open;
  const isPayable = open.state === 'payable' || open.state === 'no-card-form';
  return (
    <aside aria-label={t('payments.what_you_pay')} className="panel overflow-hidden">
      <Picture
        url={item.image}
        alt=""
        sizes="(min-width: 80rem) 20rem, 100vw"
        className="aspect-[5/2] w-full xl:aspect-4/3"
      />
      <div className="p-5">
        <h2 className="text-subheading">
          <OwnWords>{item.classname}</OwnWords>
        </h2>
        <p className="mb-2 text-quiet text-sm">
          {t('payments.with_instructor', { instructor: teacherName(item.instructorname) })}
        </p>
        <ForWhom family={family} learner={{ learnerid: learner._id, learnername: learner.learnername }} />
        {lesson?.startsat && lesson.endsat && (
          <p className="wrap-anywhere mt-2 text-sm first-letter:uppercase">
            {timeOf({ startsat: lesson.startsat, endsat: lesson.endsat })}
            {lesson.room && (
              <>
                {', '}
                <OwnWords>{lesson.room}</OwnWords>
              </>
            )}
          </p>
        )}
        <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
          <dt className="font-semibold">
            {isPayable
              ? t('payments.what_is_charged', { what: t('trials.trial_lesson') })
              : t('trials.trial_lesson')}
          </dt>
          <dd className="text-end font-semibold">{money(price)}</dd>
        </dl>
        {price > 0 && trialfee === 'off' && (
          <p className="mt-3 text-quiet text-sm">{t('trials.off_afterwards')}</p>
        )}
        <p className="mt-4 flex gap-2 border-base-300 border-t pt-4 text-quiet text-sm">
          <CreditCard className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t('trials.give_back_rule', { paid: price > 0 ? 'yes' : 'no' })}
        </p>
        <div className="mt-4">
          <AskLink classid={item._id} />
        </div>
      </div>
    </aside>
  );
}
