import { Link, useNavigate, useRevalidator } from 'react-router';
import { PARTS_MAX, PARTS_MIN } from '#contract/instalments/calls.ts';
import type { PayableInvoice } from '#contract/invoices/office-calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { titleOf as titleOfInvoice } from '#web/features/invoices/invoice-list.tsx';
import { ChooseParts, PARTS_USUAL, Plan } from '#web/features/payments/choose-parts.tsx';
import {
  type OpenInvoicePayment,
  openInvoicePayment,
  type Paying,
  recordPaid,
} from '#web/features/payments/open-invoice-payment.ts';
import { PaymentForm } from '#web/features/payments/payment-form.tsx';
import { actionOf } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { addressChanges, NoCardForm, ProveAddress, TestCards } from '#web/routes/student/payment-parts.tsx';
import type { Route } from './+types/pay';

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('invoices.pay_by_card')),
  NOT_INDEXED,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const paying = payingOf(new URL(request.url).searchParams);
  return { user: signedInUser(), payment: await openInvoicePayment(paying), paying };
};

/** What the address says is paid. */
function payingOf(search: URLSearchParams): Paying {
  const [part, invoice] = [search.get('part'), search.get('invoice')];
  if (part) return { part };
  if (!invoice) return undefined;
  const parts = Math.round(Number(search.get('parts'))) || PARTS_USUAL;
  return { invoice, parts: Math.min(PARTS_MAX, Math.max(PARTS_MIN, parts)) };
}

export const clientAction = actionOf(addressChanges);

export const HydrateFallback = () => <Spinner />;

/** Pays what is open of all invoices in one payment, or one invoice in parts, or one of these. */
export default function PayPage({ loaderData: { user, payment, paying } }: Route.ComponentProps) {
  const { money, day } = useFormats();
  const navigate = useNavigate();
  const part = paying && 'part' in paying ? findPart(payment.invoices, paying.part) : undefined;
  return (
    <div className="wrap max-w-3xl py-10 lg:py-14">
      <PageHeading title={t('invoices.pay_by_card')} />
      <section aria-label={t('payments.pay_label')} className="panel mt-8 p-5 sm:p-7">
        {payment.invoices.length > 0 && (
          <ul
            className="mb-6 divide-y divide-base-300 border-base-300 border-b"
            aria-label={t('invoices.invoices')}
          >
            {payment.invoices.map((invoice) => (
              <li key={invoice._id} className="flex items-baseline justify-between gap-x-4 py-3">
                <span>
                  <span className="block font-semibold">{titleOfInvoice(invoice)}</span>
                  {part ? (
                    <span className="block text-quiet text-sm">
                      {t('instalments.nth', { number: part.number })} ·{' '}
                      {t('invoices.due_on', { day: day(part.day) })}
                    </span>
                  ) : (
                    invoice.dueday && (
                      <span className="block text-quiet text-sm">
                        {t('invoices.due_on', { day: day(invoice.dueday) })}
                      </span>
                    )
                  )}
                </span>
                <span className="whitespace-nowrap tabular-nums">
                  {money(part?.left ?? invoice.payable, invoice.currency)}
                </span>
              </li>
            ))}
          </ul>
        )}
        {paying && 'invoice' in paying && payment.state !== 'paid' && (
          <ChooseParts
            count={paying.parts}
            onChoose={(parts) =>
              navigate(`?invoice=${encodeURIComponent(paying.invoice)}&parts=${parts ?? PARTS_USUAL}`, {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        )}
        {payment.state === 'payable' && payment.plan && <Plan plan={payment.plan} />}
        <div className={paying && 'invoice' in paying ? 'mt-5' : ''}>
          <Body payment={payment} user={user} />
        </div>
      </section>
      <p className="mt-8">
        <Link to="/account/money" className="link inline-block min-h-6 text-plum">
          {t('statement.title')}
        </Link>
      </p>
    </div>
  );
}

const findPart = (invoices: readonly PayableInvoice[], id: string) =>
  invoices.flatMap(({ instalments = [] }) => instalments).find(({ _id }) => _id === id);

type BodyProps = { payment: OpenInvoicePayment; user: { email: string; name: string } };

function Body({ payment, user }: BodyProps) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  switch (payment.state) {
    case 'paid':
      return <p className="font-medium">{t('invoices.nothing_to_pay')}</p>;
    case 'refused':
      return (
        <>
          <p role="alert" className="font-medium text-error">
            {payment.problem.message}
          </p>
          {payment.problem.code === 'email-not-verified' && (
            <div className="mt-5 flex flex-wrap gap-3">
              <ProveAddress />
            </div>
          )}
        </>
      );
    case 'no-card-form':
      return <NoCardForm problem={payment.problem} onRetry={revalidate} />;
    case 'payable': {
      const { invoices, intent, plan, stripe, card } = payment;
      return (
        <>
          <PaymentForm
            key={intent.clientSecret}
            classid=""
            what={t('invoices.count', { count: invoices.length })}
            stripe={stripe}
            card={card}
            mustSave={plan !== undefined}
            intent={intent}
            billing={{ email: user.email || 'unknown', name: user.name || 'anonymous' }}
            other={{
              record: (transactionId) => recordPaid(invoices[0]?._id ?? '', transactionId),
              finish: 'invoices.finish_payment',
              ended: 'invoices.paid_sign_in',
            }}
            onEnrolled={() => navigate('/account/money')}
            onStale={revalidate}
          />
          <TestCards />
        </>
      );
    }
  }
}
