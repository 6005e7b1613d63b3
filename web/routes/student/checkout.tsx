import { Link, redirect, useRevalidator } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { listOf } from '#contract/formats.ts';
import { teacherName } from '#contract/former.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import { checkoutPath, confirmedPath, isClashConfirmed, itemsIn } from '#contract/payments/payment-path.ts';
import { t } from '#languages/t.ts';
import { CreditCard } from '#web/components/icons/credit-card.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { ForWhom } from '#web/components/people/for-whom.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { cancelWords } from '#web/features/payments/cancel-words.ts';
import { InParts, partsIn } from '#web/features/payments/choose-parts.tsx';
import { CodeField } from '#web/features/payments/code-field.tsx';
import { codeIn } from '#web/features/payments/entered-code.ts';
import {
  type CheckoutLine,
  fullSumOf,
  itemOf,
  type OpenCheckout,
  openCheckout,
  sumOf,
} from '#web/features/payments/open-checkout.ts';
import { planOf } from '#web/features/payments/open-payment.ts';
import { PaymentForm, TransactionComplete } from '#web/features/payments/payment-form.tsx';
import { AskLink } from '#web/features/questions/ask-link.tsx';
import { actionOf } from '#web/lib/api/change.ts';
import type { Family } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { usePriceWords } from '#web/lib/formats/price-words.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import type { Route } from './+types/checkout';
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

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('payments.payment')),
  NOT_INDEXED,
];

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const user = signedInUser();
  const items = itemsIn(request.url);
  if (items.length === 0) throw redirect('/student/class/selected');
  const options = {
    confirmclash: isClashConfirmed(request.url),
    code: codeIn(request.url),
    instalments: partsIn(request.url),
  };
  return { user, checkout: await openCheckout(items, user, options) };
};

export const clientAction = actionOf(addressChanges);

export default function Checkout({ loaderData: { user, checkout } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('payments.payment')} />
      <div className="mt-8 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-label={t('payments.pay_label')} className="panel p-5 sm:p-7">
          <Body checkout={checkout} user={user} />
        </section>
        {checkout.lines.length > 0 && <Summary checkout={checkout} />}
      </div>
    </>
  );
}

type BodyProps = { checkout: OpenCheckout; user: { email: string; name: string } };

function Body({ checkout, user }: BodyProps) {
  const { revalidate } = useRevalidator();
  const { lines } = checkout;
  switch (checkout.state) {
    case 'enrolled':
      return <Enrolled checkout={checkout} />;
    case 'reserved':
      return <PlaceReserved />;
    case 'refused':
      return <Refused checkout={checkout} />;
    case 'no-card-form':
      return <NoCardForm problem={checkout.problem} onRetry={revalidate} />;
    case 'payable':
      return (
        <>
          <Standing checkout={checkout} />
          <p className="mb-5 text-quiet text-sm">
            {rich('payments.places_held_until', {
              until: <HoldEnd until={checkout.intent.holduntil} />,
              count: lines.length,
            })}
          </p>
          <HowReserved intent={checkout.intent} />
          {!checkout.intent.reserves && (
            <InParts plan={planOf(checkout.intent)} sum={sumOf(lines)} currency={checkout.intent.currency} />
          )}
          <PaymentForm
            key={checkout.intent.clientSecret}
            mustSave={checkout.intent.parts !== undefined || checkout.intent.mode === 'later'}
            classid={lines[0]?.item._id ?? ''}
            what={t('payments.for_places', { count: lines.length })}
            stripe={checkout.stripe}
            card={checkout.card}
            intent={checkout.intent}
            billing={{ email: user.email || 'unknown', name: user.name || 'anonymous' }}
            onEnrolled={revalidate}
            onStale={revalidate}
          />
          <TestCards />
        </>
      );
  }
}

/** What of it was enrolled before, and is not paid again. */
function Standing({ checkout: { enrolled } }: { checkout: OpenCheckout }) {
  if (enrolled.length === 0) return null;
  return (
    <p className="mb-5 rounded-field bg-mint p-4 text-sm">
      {enrolled
        .map(({ line }) =>
          t('payments.already_enrolled', { learner: nameOf(line), name: line.item.classname }),
        )
        .join(' ')}{' '}
      {t('payments.not_paid_again')}
    </p>
  );
}

const nameOf = ({ learner }: CheckoutLine) => learner.learnername;

function Refused({ checkout }: { checkout: OpenCheckout & { state: 'refused' } }) {
  const { problem, full, lines } = checkout;
  const others = lines.filter(({ item }) => !full.some(({ _id }) => _id === item._id));
  const isClash = problem.code === 'learner-clash';
  const isShort = full.length > 0 && (problem.code === 'class-full' || problem.code === 'seats-too-few');
  return (
    <>
      <p role="alert" className="font-medium text-error">
        {isShort ? shortWords(checkout) : problem.message}
      </p>
      <p className="mt-2 text-quiet">{t('payments.nothing_held_or_charged')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {isShort && others.length > 0 && (
          <Link to={checkoutPath(others.map(itemOf))} className="btn btn-primary">
            {t('payments.pay_for_other', { name: others[0]?.item.classname ?? '', count: others.length })}
          </Link>
        )}
        {isShort &&
          full
            .filter(({ availableseat }) => availableseat === 0)
            .map((item) => (
              <Link key={item._id} to={classPath(item)} className="btn btn-outline btn-paper">
                {t('payments.waiting_list_of', { name: item.classname })}
              </Link>
            ))}
        {isClash && (
          <Link to={confirmedPath(checkoutPath(lines.map(itemOf)))} className="btn btn-primary">
            {t('payments.continue_anyway')}
          </Link>
        )}
        {problem.code === 'email-not-verified' && <ProveAddress />}
        <Link to="/student/class/selected" className="btn">
          {t('payments.back_to_my_selected_classes')}
        </Link>
      </div>
    </>
  );
}

/** Which classes have not a seat for each who was to have one. */
const shortWords = ({ full, lines }: OpenCheckout & { state: 'refused' }): string =>
  full
    .map(({ _id, classname, availableseat }) => {
      if (availableseat === 0) return t('payments.is_full', { name: classname });
      const names = lines.filter(({ item }) => item._id === _id).map(nameOf);
      return t('payments.only_left_together', {
        name: classname,
        count: availableseat,
        names: listOf(names),
      });
    })
    .join(' ');

/** What is paid: a line each with its own receipt and its own time to cancel. */
function Enrolled({ checkout: { enrolled, family } }: { checkout: OpenCheckout }) {
  const { moment } = useFormats();
  const payments = [...new Set(enrolled.map(({ enrolment }) => enrolment.transactionId))];
  return (
    <>
      <h2 className="text-subheading">{t('payments.places_are_yours', { count: enrolled.length })}</h2>
      <div className="mt-4 space-y-1">
        {payments.map((transactionId) => (
          <TransactionComplete key={transactionId} transactionId={transactionId} />
        ))}
      </div>
      {enrolled.every(({ enrolment }) => !enrolment.paidbyother) && <ReceiptSent />}
      <ul className="mt-6 divide-y divide-base-300 border-base-300 border-y">
        {enrolled.map(({ line, enrolment }) => (
          <li key={enrolment._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
            <div className="min-w-0 flex-1 basis-56 space-y-1">
              <p className="wrap-anywhere font-semibold">
                <OwnWords>{line.item.classname}</OwnWords>
              </p>
              <ForWhom family={family} learner={enrolment} />
              <FirstLesson item={line.item} />
              {enrolment.cancellable && (
                <p className="text-quiet text-sm">
                  {t('payments.can_be_cancelled_until', { moment: moment(enrolment.canceluntil) })}
                </p>
              )}
            </div>
            <Link to={`/student/receipt/${enrolment._id}`} className="btn btn-outline btn-sm btn-paper">
              {rich('payments.receipt_for_learner', {
                name: line.item.classname,
                learner: nameOf(line),
                hidden: (text) => <span className="sr-only">{text}</span>,
              })}
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/student/class/enrolled" className="btn btn-primary mt-6">
        {t('payments.my_enrolled_classes')}
      </Link>
    </>
  );
}

function Summary({ checkout }: { checkout: OpenCheckout }) {
  const { lines, family, state, entered } = checkout;
  const isAtOnce =
    checkout.state === 'payable' && checkout.intent.parts === undefined && checkout.intent.mode !== 'later';
  const { money } = useFormats();
  const { school } = useConfig();
  const { enrolmentPrice } = school;
  return (
    <aside aria-label={t('payments.what_you_pay')} className="panel p-5 sm:p-6">
      <h2 className="text-subheading">{t('payments.places', { count: lines.length })}</h2>
      <ul className="mt-3 divide-y divide-base-300">
        {lines.map((line) => (
          <Line key={`${line.item._id} ${line.learner._id}`} line={line} family={family} />
        ))}
      </ul>
      {fullSumOf(lines) > sumOf(lines) && (
        <p className="flex items-baseline justify-between gap-4 border-base-300 border-t py-4 text-quiet">
          <span>{t('discounts.before')}</span>
          <span className="tabular-nums">{money(fullSumOf(lines))}</span>
        </p>
      )}
      <p className="flex items-baseline justify-between gap-4 border-base-300 border-t pt-4 font-semibold">
        <span>{isAtOnce ? t('payments.charged_now') : t('payments.together')}</span>
        <span className="font-display text-heading tabular-nums">{money(sumOf(lines))}</span>
      </p>
      {state !== 'enrolled' && state !== 'reserved' && <CodeField entered={entered} />}
      {enrolmentPrice !== 'class' && <p className="mt-3 text-quiet text-sm">{t('payments.fee_today')}</p>}
      {lines.length > 1 && (
        <p className="mt-3 text-sm">
          {rich(hasSiblings(lines) ? 'payments.all_or_none_siblings' : 'payments.all_or_none', {
            strong: (words) => <strong>{words}</strong>,
          })}
        </p>
      )}
      <p className="mt-4 flex gap-2 border-base-300 border-t pt-4 text-quiet text-sm">
        <CreditCard className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {cancelWords(
          school,
          lines.map(({ item }) => item),
        )}
      </p>
      <div className="mt-4">
        <AskLink />
      </div>
    </aside>
  );
}

const hasSiblings = (lines: readonly CheckoutLine[]) =>
  new Set(lines.map(({ item }) => item._id)).size < lines.length;

function Line({ line, family }: { line: CheckoutLine; family: Family }) {
  const { money } = useFormats();
  const { item, learner, fee, off, full, reason } = line;
  const isTrialAlone = off > 0 && !reason?.includes('\n');
  const { later, left } = usePriceWords()(item);
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0 space-y-1">
        <p className="wrap-anywhere font-semibold">
          <OwnWords>{item.classname}</OwnWords>
        </p>
        <p className="text-quiet text-sm">
          {t('payments.with_instructor', { instructor: teacherName(item.instructorname) })}
        </p>
        <WhenLine item={item} />
        {left && <p className="text-quiet text-sm first-letter:uppercase">{left}</p>}
        {later && <p className="text-quiet text-sm">{later}</p>}
        {reason && full !== undefined && !isTrialAlone ? (
          <p className="wrap-anywhere text-quiet text-sm" dir="auto">
            {t('discounts.is_taken_off', { reason: reasonWords(reason), sum: money(full - fee) })}
          </p>
        ) : (
          off > 0 && <p className="text-quiet text-sm">{t('trials.is_taken_off', { sum: money(off) })}</p>
        )}
        <ForWhom family={family} learner={{ learnerid: learner._id, learnername: learner.learnername }} />
      </div>
      <p className="tabular-nums">{money(fee)}</p>
    </li>
  );
}
