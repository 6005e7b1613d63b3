import { Link, redirect } from 'react-router';
import { invoiceCalls, type PayableInvoice } from '#contract/invoices/office-calls.ts';
import { mandateCalls } from '#contract/mandates/calls.ts';
import { statementCalls } from '#contract/statement/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Spinner } from '#web/components/layout/spinner.tsx';
import { InvoiceList } from '#web/features/invoices/invoice-list.tsx';
import { payableOf } from '#web/features/payments/payable.ts';
import { mandateChanges } from '#web/features/payments/saved/changes.ts';
import { SavedCards } from '#web/features/payments/saved/saved-cards.tsx';
import { SaveStatement } from '#web/features/statement/save-statement.tsx';
import { StatementView } from '#web/features/statement/statement-view.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import type { Route } from './+types/money';

const api = apiOf(statementCalls, invoiceCalls, mandateCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('statement.title')),
  NOT_INDEXED,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [onlySignedIn];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  // The link of a mail.
  const part = new URL(request.url).searchParams.get('pay');
  if (part) throw redirect(`/account/money/pay?part=${encodeURIComponent(part)}`);
  const [statement, { invoices }, { cards }] = await Promise.all([
    api.readOwnStatement(),
    api.listOwnInvoices(),
    api.readCards(),
  ]);
  return { statement, invoices, cards };
}

export const clientAction = actionOf(mandateChanges);

export const HydrateFallback = () => <Spinner />;

/** Pays what is open of invoices by card; nothing where nothing is. */
function PayLink({ invoices }: { invoices: readonly PayableInvoice[] }) {
  const { money } = useFormats();
  const open = payableOf(invoices);
  const [first] = open;
  if (!first) return null;
  // Sums of whole cents: what is added is rounded to them when it is shown.
  const sum = open.reduce((total, { payable }) => total + payable, 0);
  return (
    <Link to="/account/money/pay" className="btn btn-primary mt-4">
      {t('invoices.pay_sum', { sum: money(sum, first.currency) })}
    </Link>
  );
}

/** The instalment that comes next, and, where no card pays it or one was refused, the way to pay it. */
function NextInstalment({ invoices, hasCard }: { invoices: readonly PayableInvoice[]; hasCard: boolean }) {
  const { money, day } = useFormats();
  const [next] = invoices
    .flatMap(({ instalments = [], currency }) => instalments.map((part) => ({ ...part, currency })))
    .filter(({ left }) => left > 0)
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  if (!next) return null;
  const sum = money(next.left, next.currency);
  return next.refusal || !hasCard || !next.bycard ? (
    <Link to={`/account/money/pay?part=${next._id}`} className="btn btn-primary mt-4">
      {t('invoices.pay_sum', { sum })}
    </Link>
  ) : (
    <p className="mt-1 text-sm">{t('instalments.next', { sum, day: day(next.day) })}</p>
  );
}

export default function MoneyPage({ loaderData: { statement, invoices, cards } }: Route.ComponentProps) {
  const isFlat = useConfig().school.enrolmentPrice !== 'class';
  return (
    <div className="wrap max-w-3xl py-10 lg:py-14">
      <PageHeading title={t('statement.title')} lead={t('statement.lead')} />
      <div className="mt-8">
        <StatementView
          statement={statement}
          reader="family"
          pay={
            <>
              <NextInstalment invoices={invoices} hasCard={cards.length > 0} />
              <PayLink invoices={invoices} />
            </>
          }
        />
      </div>
      {statement.lines.length > 0 && (
        <p className="mt-4">
          <SaveStatement />
        </p>
      )}
      {invoices.length > 0 && (
        <section aria-label={t('invoices.invoices')} className="mt-10">
          <h2 className="mb-4 text-subheading">{t('invoices.invoices')}</h2>
          <InvoiceList invoices={invoices} isPayer />
        </section>
      )}
      <SavedCards cards={cards} />
      {isFlat && <p className="mt-6 text-quiet text-sm">{t('statement.flat_fee')}</p>}
      <p className="mt-8">
        <Link to="/account" className="link inline-block min-h-6 text-plum">
          {t('account.my_account')}
        </Link>
      </p>
    </div>
  );
}
