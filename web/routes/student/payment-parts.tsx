import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes/calls.ts';
import { HOLD_MS, type PaymentIntent } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Info } from '#web/components/icons/info.tsx';
import { WhenLine } from '#web/components/time/when-line.tsx';
import { announce, useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { rich } from '#web/lib/rich.ts';
import { renewUser } from '#web/lib/session/register-with-school.ts';
import { signedInUser } from '#web/lib/session/session.ts';

/* What the screen of one payment and that of several have in common. */

export const addressChanges = {
  renewUser: () => announce(renewUser(), { failed: t('account.sign_in_unreachable') }),
};

/** An offered seat may be held until tomorrow. */
export function HoldEnd({ until }: { until: string }) {
  const { moment, time } = useFormats();
  return Date.parse(until) - Date.now() > HOLD_MS ? moment(until) : time(until);
}

/** Leads to where the address is confirmed, and on from there. */
export function ProveAddress() {
  const { isBusy, run } = useChange(addressChanges, 'renewUser');
  return (
    <>
      <Link to="/account" className="btn btn-primary">
        {t('account.confirm_my_email')}
      </Link>
      <ActionButton className="btn btn-outline" isBusy={isBusy} onClick={() => run()}>
        {t('account.i_have_confirmed_it')}
      </ActionButton>
    </>
  );
}

/** Which cards the demo takes; nothing where money moves. */
export function TestCards() {
  const { cards } = useConfig();
  if (!cards.baseUrl) return null;
  return (
    <p className="mt-6 flex gap-3 rounded-field bg-honey p-4 text-sm">
      <Info className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <span>
        {rich('payments.test_cards', {
          number: <strong className="whitespace-nowrap">4242 4242 4242 4242</strong>,
        })}
      </span>
    </p>
  );
}

/** The card's form did not come. */
export function NoCardForm({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <>
      <p role="alert" className="font-medium text-error">
        {problem}
      </p>
      <button type="button" className="btn mt-5" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </>
  );
}

/** Where the mail with the receipt went, which is to the account that paid. */
export const ReceiptSent = () => (
  <p className="wrap-anywhere mt-2 text-sm">
    {rich('payments.receipt_sent_to', {
      email: <span className="font-semibold">{signedInUser().email}</span>,
    })}
  </p>
);

/** What comes next of a class that was just paid for: when and where it is, and its dates for a calendar. */
export function FirstLesson({ item }: { item: MusicClass }) {
  const { weekday, hours } = useFormats();
  const next = item.today?.next;
  if (!item.meets && !next) return null;
  return (
    <div className="mt-3 space-y-1 text-sm">
      <WhenLine item={item} className="" />
      {next && (
        <p className="font-semibold">
          {t('payments.next_lesson', {
            weekday: weekday(next.day),
            hours: hours(next.startsat, next.endsat),
          })}
        </p>
      )}
      <p>
        <a href={`/api/class/${item._id}/calendar.ics`} className="link text-plum">
          {rich('payments.add_to_calendar', {
            name: item.classname,
            hidden: (words) => <span className="sr-only">{words}</span>,
          })}
        </a>
      </p>
    </div>
  );
}

/** What who pays for a place agrees to in a class that runs once enough have joined; nothing of any other. */
export function HowReserved({
  intent: { mode, decideby, price, currency, words },
}: {
  intent: Pick<PaymentIntent, 'mode' | 'decideby' | 'price' | 'currency' | 'words'>;
}) {
  const { money, day } = useFormats();
  if (mode === undefined || decideby === undefined) return null;
  return (
    <div className="mb-5 rounded-field bg-mist/60 p-4 text-sm">
      <p>
        {mode === 'later'
          ? t('reservations.agreed_later', { day: day(decideby) })
          : t('reservations.agreed_giveback', { day: day(decideby), sum: money(price, currency) })}
      </p>
      {mode === 'later' && <p className="wrap-anywhere mt-2 font-medium">{words}</p>}
    </div>
  );
}

/** The place is reserved. */
export const PlaceReserved = () => (
  <>
    <h2 className="text-subheading">{t('reservations.is_reserved')}</h2>
    <p className="mt-2">{t('reservations.mail_not_charged_yet')}</p>
    <Link to="/student/class/enrolled" className="btn btn-primary mt-6">
      {t('payments.my_enrolled_classes')}
    </Link>
  </>
);
