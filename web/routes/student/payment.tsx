import { Link, useRevalidator } from 'react-router';
import { HOLD_MS } from '#contract/payments.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { CreditCard } from '#web/components/icons/credit-card.tsx';
import { Info } from '#web/components/icons/info.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Picture } from '#web/components/picture.tsx';
import { cancelWords } from '#web/features/payments/cancel-words.ts';
import { enrolmentChanges } from '#web/features/payments/changes.ts';
import { type OpenPayment, openPayment } from '#web/features/payments/open-payment.ts';
import { PaymentForm, TransactionComplete } from '#web/features/payments/payment-form.tsx';
import { joinChanges } from '#web/features/waitlist/join.ts';
import { JoinWaitlist } from '#web/features/waitlist/join-waitlist.tsx';
import { actionOf, announce, useChange } from '#web/lib/change.ts';
import { useConfig } from '#web/lib/config.ts';
import { useFormats } from '#web/lib/formats.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { renewUser } from '#web/lib/session/register-with-school.ts';
import { SIGN_IN_UNREACHABLE, signedInUser } from '#web/lib/session/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/payment';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Payment'), NOT_INDEXED];

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const user = signedInUser();
  return { user, payment: await openPayment(params.classid, user) };
};

const addressChanges = { renewUser: () => announce(renewUser(), { failed: SIGN_IN_UNREACHABLE }) };

export const clientAction = actionOf({ ...enrolmentChanges, ...joinChanges, ...addressChanges });

export default function Payment({ loaderData: { user, payment } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Payment" />
      <div className="mt-8 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label="Pay" className="panel p-5 sm:p-7">
          <Body payment={payment} user={user} />
        </section>
        <Summary payment={payment} />
      </div>
    </>
  );
}

function Body({ payment, user }: { payment: OpenPayment; user: { email: string; name: string } }) {
  const { revalidate } = useRevalidator();
  const { item } = payment;
  switch (payment.state) {
    case 'enrolled':
      return <Enrolled payment={payment} />;
    case 'free':
      return <FreeEntry classid={item._id} />;
    case 'refused':
      return (
        <>
          <p role="alert" className="font-medium text-error">
            {payment.problem.message}
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            {payment.problem.code === 'class-full' && (
              <JoinWaitlist classId={item._id} classname={item.classname} />
            )}
            {payment.problem.code === 'email-not-verified' && <ProveAddress />}
            <Link to="/student/class/selected" className="btn">
              Back to my selected classes
            </Link>
          </div>
        </>
      );
    case 'no-card-form':
      return (
        <>
          <p role="alert" className="font-medium text-error">
            {payment.problem}
          </p>
          <button type="button" className="btn mt-5" onClick={() => revalidate()}>
            Retry
          </button>
        </>
      );
    case 'payable':
      return (
        <>
          <p className="mb-5 text-quiet text-sm">
            A seat is held for you until <HoldEnd until={payment.intent.holduntil} />.
          </p>
          <PaymentForm
            key={payment.intent.clientSecret}
            classid={item._id}
            stripe={payment.stripe}
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

/** An offered seat may be held until tomorrow. */
function HoldEnd({ until }: { until: string }) {
  const { moment, time } = useFormats();
  return Date.parse(until) - Date.now() > HOLD_MS ? moment(until) : time(until);
}

function Enrolled({ payment }: { payment: OpenPayment & { state: 'enrolled' } }) {
  const { _id, transactionId } = payment.enrolment;
  return (
    <>
      <p className="font-display text-subheading">You are enrolled in {payment.item.classname}.</p>
      <div className="mt-4">
        <TransactionComplete transactionId={transactionId} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/student/class/enrolled" className="btn btn-primary">
          My enrolled classes
        </Link>
        <Link to={`/student/receipt/${_id}`} className="btn">
          Receipt
        </Link>
      </div>
    </>
  );
}

/** Leads to where the address is confirmed, and on from there. */
function ProveAddress() {
  const { isBusy, run } = useChange(addressChanges, 'renewUser');
  return (
    <>
      <Link to="/account" className="btn btn-primary">
        Confirm my email
      </Link>
      <ActionButton className="btn btn-outline" isBusy={isBusy} onClick={() => run()}>
        I have confirmed it
      </ActionButton>
    </>
  );
}

function FreeEntry({ classid }: { classid: string }) {
  const { isBusy, run } = useChange(enrolmentChanges, 'enrolFree');
  return (
    <>
      <p>This class is free: no payment is needed.</p>
      <ActionButton className="btn btn-primary mt-5" isBusy={isBusy} onClick={() => run({ classid })}>
        Take my seat
      </ActionButton>
    </>
  );
}

function TestCards() {
  const { cards } = useConfig();
  if (!cards.baseUrl) return null;
  return (
    <p className="mt-6 flex gap-3 rounded-field bg-honey p-4 text-sm">
      <Info className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <span>
        Only test cards work here, and no money moves: for example <strong>4242 4242 4242 4242</strong> with
        any future date and any three digits.
      </span>
    </p>
  );
}

function Summary({ payment }: { payment: OpenPayment }) {
  const { money } = useFormats();
  const { enrolmentPrice, cancelUntilHours } = useConfig().school;
  const { item, fee } = payment;
  const isFlat = enrolmentPrice !== 'class';
  return (
    <aside aria-label="What you pay" className="panel overflow-hidden">
      <Picture
        url={item.image}
        alt=""
        sizes="(min-width: 80rem) 20rem, 100vw"
        className="aspect-[5/2] w-full xl:aspect-4/3"
      />
      <div className="p-5">
        <h2 className="text-subheading">{item.classname}</h2>
        <p className="text-quiet text-sm">with {item.instructorname}</p>
        <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-2">
          {isFlat && (
            <>
              <dt className="text-quiet">Price of the class</dt>
              <dd>{money(item.price)}</dd>
            </>
          )}
          <dt className="font-semibold">
            {isFlat ? 'Enrolment fee, ' : 'Price of the class, '}
            {payment.state === 'enrolled' ? 'paid' : 'charged now'}
          </dt>
          <dd className="font-semibold">{money(fee)}</dd>
        </dl>
        {isFlat && (
          <p className="mt-3 text-quiet text-sm">
            The school charges one flat fee for enrolling in any class. It books your seat; the price of the
            class itself is not charged here.
          </p>
        )}
        <p className="mt-4 flex gap-2 border-base-300 border-t pt-4 text-quiet text-sm">
          <CreditCard className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {cancelWords(cancelUntilHours)}
        </p>
      </div>
    </aside>
  );
}
