import { type ReactNode, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { teacherName } from '#contract/former.ts';
import { type Learner, learnerCalls } from '#contract/learners/calls.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { confirmedPath, isClashConfirmed, paymentPath } from '#contract/payments/payment-path.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CreditCard } from '#web/components/icons/credit-card.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ForWhom } from '#web/components/people/for-whom.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { learnerIn } from '#web/features/learners/learner-filter.tsx';
import { cancelWords } from '#web/features/payments/cancel-words.ts';
import { enrolmentChanges } from '#web/features/payments/changes.ts';
import { InParts, partsIn } from '#web/features/payments/choose-parts.tsx';
import { clashWords } from '#web/features/payments/clash-words.ts';
import { CodeField } from '#web/features/payments/code-field.tsx';
import { codeIn } from '#web/features/payments/entered-code.ts';
import { type OpenPayment, openPayment, planOf } from '#web/features/payments/open-payment.ts';
import { PaymentForm, TransactionComplete } from '#web/features/payments/payment-form.tsx';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { joinChanges } from '#web/features/waitlist/join.ts';
import { JoinWaitlist } from '#web/features/waitlist/join-waitlist.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { missing } from '#web/lib/api/missing.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { dueNow, isUnderWay, usePriceWords } from '#web/lib/formats/price-words.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/payment';
import {
  addressChanges,
  FirstLesson,
  HoldEnd,
  HowReserved,
  NoCardForm,
  PlaceReserved,
  ProveAddress,
  ReceiptSent,
  TestCards,
} from './payment-parts.tsx';

const api = apiOf(learnerCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('payments.payment')),
  NOT_INDEXED,
];

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const user = signedInUser();
  const family = await api.listLearners();
  const named = learnerIn(request.url);
  const learner = family.find(({ _id, self }) => (named ? _id === named : self));
  if (!learner) return missing();
  return {
    user,
    family,
    learner,
    payment: await openPayment({ classid: params.classid, learnerid: learner._id }, user, {
      confirmclash: isClashConfirmed(request.url),
      code: codeIn(request.url),
      instalments: partsIn(request.url),
    }),
  };
};

export const clientAction = actionOf({ ...enrolmentChanges, ...joinChanges, ...addressChanges });

export default function Payment({ loaderData: { user, family, learner, payment } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('payments.payment')} />
      <div className="mt-8 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label={t('payments.pay_label')} className="panel p-5 sm:p-7">
          <Body payment={payment} user={user} learner={learner} />
        </section>
        <Summary payment={payment}>
          <ForWhom family={family} learner={{ learnerid: learner._id, learnername: learner.learnername }} />
        </Summary>
      </div>
    </>
  );
}

type BodyProps = { payment: OpenPayment; user: { email: string; name: string }; learner: Learner };

function Body({ payment, user, learner }: BodyProps) {
  const { revalidate } = useRevalidator();
  const { item } = payment;
  switch (payment.state) {
    case 'enrolled':
      return <Enrolled payment={payment} learner={learner} />;
    case 'reserved':
      return <PlaceReserved />;
    case 'free':
      return <FreeEntry payment={payment} learner={learner} />;
    case 'refused':
      return (
        <>
          <p role="alert" className="font-medium text-error">
            {payment.problem.code === 'learner-clash' && clashWords(learner)}
            {payment.problem.message}
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            {payment.problem.code === 'class-full' &&
              (learner.self ? (
                <JoinWaitlist classId={item._id} classname={item.classname} />
              ) : (
                <Link to={classPath(item)} className="btn btn-outline btn-paper">
                  {t('payments.waiting_list_label')}
                </Link>
              ))}
            {payment.problem.code === 'learner-clash' && (
              <Link
                to={confirmedPath(paymentPath(item._id, learner.self ? undefined : learner._id))}
                className="btn btn-primary"
              >
                {t('payments.continue_anyway')}
              </Link>
            )}
            {payment.problem.code === 'email-not-verified' && <ProveAddress />}
            <Link to="/student/class/selected" className="btn">
              {t('payments.back_to_my_selected_classes')}
            </Link>
          </div>
        </>
      );
    case 'no-card-form':
      return <NoCardForm problem={payment.problem} onRetry={revalidate} />;
    case 'payable':
      return (
        <>
          <p className="mb-5 text-quiet text-sm">
            {rich('payments.place_held', {
              who: learner.self ? 'self' : 'other',
              learner: learner.learnername,
              until: <HoldEnd until={payment.intent.holduntil} />,
            })}
          </p>
          <HowReserved intent={payment.intent} />
          {!payment.intent.reserves && (
            <InParts plan={planOf(payment.intent)} sum={payment.fee} currency={payment.intent.currency} />
          )}
          <PaymentForm
            key={payment.intent.clientSecret}
            classid={item._id}
            {...(payment.intent.reserves && { what: item.classname })}
            mustSave={payment.intent.parts !== undefined || payment.intent.mode === 'later'}
            stripe={payment.stripe}
            card={payment.card}
            intent={payment.intent}
            billing={{ email: user.email || 'unknown', name: user.name || 'anonymous' }}
            onEnrolled={revalidate}
            onStale={revalidate}
          />
          <TestCards />
        </>
      );
  }
}

function Enrolled({ payment, learner }: { payment: OpenPayment & { state: 'enrolled' }; learner: Learner }) {
  const { _id, transactionId, paidbyother } = payment.enrolment;
  return (
    <>
      <h2 className="text-subheading">
        {t('payments.is_enrolled', {
          who: learner.self ? 'self' : 'other',
          learner: learner.learnername,
          name: payment.item.classname,
        })}
      </h2>
      <div className="mt-4">
        <TransactionComplete transactionId={transactionId} />
      </div>
      {!paidbyother && <ReceiptSent />}
      <FirstLesson item={payment.item} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/student/class/enrolled" className="btn btn-primary">
          {t('payments.my_enrolled_classes')}
        </Link>
        <Link to={`/student/receipt/${_id}`} className="btn">
          {t('payments.receipt')}
        </Link>
      </div>
    </>
  );
}

type FreeEntryProps = { payment: OpenPayment; learner: Learner };

function FreeEntry({ payment: { item, off, entered }, learner }: FreeEntryProps) {
  const code = entered.isUsed ? entered.code : undefined;
  const { _id: classid, price } = item;
  const { _id, self, learnername } = learner;
  const { isBusy, problem, run } = useChange(enrolmentChanges, 'enrolFree');
  const [isClash, setIsClash] = useState(false);
  async function take() {
    const outcome = await run({ classid, learnerid: _id, code, ...(isClash && { confirmclash: true }) });
    setIsClash(!outcome.isDone && outcome.refusal?.code === 'learner-clash');
  }
  return (
    <>
      <p>
        {off > 0
          ? t('trials.covers_price')
          : price > 0
            ? t('payments.nothing_left_to_pay')
            : t('payments.class_is_free')}
      </p>
      {isClash && (
        <p role="alert" className="mt-3 font-medium text-error">
          {clashWords(learner)}
          {problem}
        </p>
      )}
      <ActionButton className="btn btn-primary mt-5" isBusy={isBusy} onClick={take}>
        {isClash
          ? t('payments.continue_anyway')
          : self
            ? t('payments.take_my_place')
            : t('payments.take_place_for', { name: learnername })}
      </ActionButton>
    </>
  );
}

function Summary({ payment, children }: { payment: OpenPayment; children: ReactNode }) {
  const { money } = useFormats();
  const { school } = useConfig();
  const { item, fee, off, full, reason, entered } = payment;
  // Of a discount with what a trial lesson took off, if anything.
  const less = full !== undefined && (off === 0 || reason?.includes('\n')) ? full - fee : 0;
  const words = usePriceWords()(item);
  const { lessons } = item.today ?? {};
  const isBilled = !words.isFlat && item.billing !== undefined;
  const isLate = !words.isFlat && !isBilled && isUnderWay(item) && payment.state !== 'enrolled';
  const what = isBilled
    ? t('payments.for_lessons', { count: lessons?.left ?? item.today?.period?.lessons ?? 0 })
    : isLate
      ? t('payments.for_lessons_left', { left: lessons?.left ?? 0, of: lessons?.of ?? 0 })
      : words.isFlat
        ? t('payments.enrolment_fee')
        : t('payments.price_of_class');
  const isInParts = payment.state === 'payable' && payment.intent.parts !== undefined;
  const isLater = payment.state === 'payable' && payment.intent.mode === 'later';
  const isPayable = payment.state === 'payable' || payment.state === 'no-card-form';
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
        {children}
        <WhenLine item={item} className="mt-2 text-sm" />
        <dl className="mt-4 space-y-2">
          {(words.isFlat || isLate || isBilled) && (
            <SumLine
              what={isBilled ? t('payments.price_of_lesson') : t('payments.price_of_class')}
              sum={words.isFlat ? words.each : money(item.price)}
            />
          )}
          {less > 0 && (
            <>
              <SumLine what={what} sum={money(full ?? fee)} />
              <SumLine
                what={
                  <span dir="auto">
                    {reason ? reasonWords(reason) : (entered.code ?? t('discounts.discount'))}
                  </span>
                }
                sum={money(-less)}
              />
            </>
          )}
          {off > 0 && less === 0 && (
            <>
              <SumLine what={what} sum={money(dueNow(item, school))} />
              <SumLine what={t('trials.taken_off')} sum={money(fee - dueNow(item, school))} />
            </>
          )}
          <SumLine
            isTotal
            what={
              payment.state === 'enrolled'
                ? t('payments.what_is_paid', { what })
                : off > 0 || less > 0 || isInParts
                  ? t(isPayable && !isInParts && !isLater ? 'payments.charged_now' : 'payments.to_pay')
                  : isPayable && !isLater
                    ? t('payments.what_is_charged', { what })
                    : what
            }
            sum={money(fee)}
          />
          {payment.state === 'enrolled' && payment.enrolment.rest !== undefined && (
            <SumLine what={t('invoices.on_invoice')} sum={money(payment.enrolment.rest)} />
          )}
        </dl>
        {payment.state !== 'enrolled' && payment.state !== 'reserved' && fee + less > 0 && (
          <CodeField entered={entered} />
        )}
        {words.isFlat && words.left && (
          <p className="mt-3 text-quiet text-sm first-letter:uppercase">{words.left}</p>
        )}
        {words.sentence && payment.state !== 'enrolled' && (
          <p className="mt-3 text-quiet text-sm">{words.sentence}</p>
        )}
        <p className="mt-4 flex gap-2 border-base-300 border-t pt-4 text-quiet text-sm">
          <CreditCard className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {payment.state === 'reserved' || isLater
            ? t('reservations.cancel_until_decided')
            : cancelWords(school, [item])}
        </p>
        <div className="mt-4">
          <AskLink classid={item._id} />
        </div>
      </div>
    </aside>
  );
}

type SumLineProps = { what: ReactNode; sum: string; isTotal?: boolean };

/** Each has columns of its own: a price in many words leaves the others their room. */
const SumLine = ({ what, sum, isTotal = false }: SumLineProps) => (
  <div className={`grid grid-cols-[minmax(5rem,1fr)_auto] gap-x-4 ${isTotal ? 'font-semibold' : ''}`}>
    <dt className={`wrap-anywhere ${isTotal ? '' : 'text-quiet'}`}>{what}</dt>
    <dd className="text-end">{sum}</dd>
  </div>
);
