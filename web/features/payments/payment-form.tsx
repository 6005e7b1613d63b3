import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import type { SavedCard } from '#contract/mandates/calls.ts';
import type { PaymentIntent } from '#contract/payments/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { explainEnd } from '#web/lib/session/session.ts';
import { isSetup, payByCard } from './pay-by-card.ts';
import { recordPayment, untilAnswered } from './record-payment.ts';
import { sayWhetherSaved, takeSavedCard } from './saved/saved-card.ts';
import { SaveCard, WhichCard } from './saved/which-card.tsx';
import { signInFault } from './sign-in-stands.ts';
import '#embedded/card-payments/browser/card-element.css';

type Props = {
  /** The class that is paid for, or one of several. */
  classid: string;
  /** What is paid for, in a few words; the class’s id where it is left out. */
  what?: string;
  intent: Pick<PaymentIntent, 'clientSecret' | 'price' | 'currency'>;
  billing: { email: string; name: string };
  /** Whether the card is saved in any case: what is paid needs one. */
  mustSave?: boolean;
  /** A card that the payer has saved. */
  card?: SavedCard | undefined;
  /** Whether it is a trial lesson that is paid for, and no place. */
  isTrial?: boolean;
  /** Of what is no place: how the school is told that it was paid, and what is said of that. */
  other?: { record: (transactionId: string) => Promise<unknown>; finish: PlainId; ended: PlainId };
  /** The enrolment, or the booking, stands; or what else was paid for is paid. */
  onEnrolled: () => void;
  /** This payment can no longer be made; a new one has to be prepared. */
  onStale: () => void;
};

/** The card form, on whichever card service `stripe` stands for. */
export function PaymentForm({ stripe, ...props }: Props & { stripe: Stripe }) {
  return (
    <Elements stripe={stripe}>
      <CardForm {...props} />
    </Elements>
  );
}

/** What the sign-in says to a payer whose session has ended, by how far the payment had come. */
const ENDED = {
  before: 'payments.ended_before',
  uncertain: 'payments.ended_uncertain',
  after: 'payments.ended_after',
} as const satisfies Record<string, PlainId>;

/** Pays with the card of the form, and then tells the school, as often as it takes. */
function usePayment({
  classid,
  intent,
  billing,
  mustSave = false,
  card: saved,
  other,
  onEnrolled,
  onStale,
}: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isSaved, setIsSaved] = useState(saved !== undefined);
  const [isToSave, setIsToSave] = useState(mustSave);
  const [isBusy, setIsBusy] = useState(false);
  const [isUncertain, setIsUncertain] = useState(false);
  const [problem, setProblem] = useState('');
  const [paid, setPaid] = useState('');
  const [returned, setReturned] = useState('');
  const isPayable = stripe !== null && elements !== null && isReady && intent.clientSecret !== '';

  async function pay() {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    const fault = await signInFault();
    if (fault?.kind === 'signed-out') return explainEnd(t(isUncertain ? ENDED.uncertain : ENDED.before));
    if (fault)
      return setProblem(
        isUncertain
          ? t('payments.not_known_yet')
          : t('payments.nothing_was_charged', { message: fault.message }),
      );
    const { clientSecret } = intent;
    const outcome = await payByCard(stripe, {
      card,
      clientSecret,
      billing,
      isUncertain,
      ...(isSaved && { takeSaved: () => takeSavedCard(clientSecret) }),
      // Each time: a page that is gone may have said something else.
      sayWhetherSaved: () => sayWhetherSaved(clientSecret, isToSave),
    });
    setIsUncertain(outcome.kind === 'unknown');
    if (outcome.kind === 'paid') return record(outcome.transactionId);
    if (outcome.kind === 'refused') return setProblem(outcome.message);
    if (outcome.kind === 'unknown') return setProblem(t('payments.not_known_yet'));
    void toast('info', t('payments.time_ran_out'));
    onStale();
  }

  async function record(transactionId: string) {
    setPaid(transactionId);
    try {
      if (other) await untilAnswered(() => other.record(transactionId));
      else await recordPayment({ classid, email: billing.email, transactionId, price: intent.price });
      void toast(
        'success',
        t(isSetup(intent.clientSecret) ? 'reservations.is_reserved' : 'payments.payment_successful'),
      );
      onEnrolled();
    } catch (error) {
      const refusal = apiErrorOf(error);
      if (!refusal) throw error;
      if (refusal.kind === 'signed-out') explainEnd(t(other?.ended ?? ENDED.after));
      if (refusal.code === 'payment-returned') setReturned(refusal.message);
      else setProblem(refusal.message);
    }
  }

  async function submit() {
    if (isBusy || !isPayable) return;
    setIsBusy(true);
    setProblem('');
    await (paid ? record(paid) : pay()).catch(() => setProblem(t('payments.not_known_yet')));
    setIsBusy(false);
  }
  const card = { isSaved, setIsSaved, isToSave, setIsToSave };
  return { isPayable, isBusy, problem, paid, returned, setIsReady, setProblem, submit, ...card };
}

function CardForm(props: Props) {
  const { classid, what = classid, intent, isTrial } = props;
  const { money } = useFormats();
  const { isPayable, isBusy, problem, paid, returned, setIsReady, setProblem, submit, ...card } =
    usePayment(props);
  if (returned) return <PaymentReturned sentence={returned} isTrial={isTrial} />;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {props.card && !paid && (
        <WhichCard card={props.card} isSaved={card.isSaved} isBusy={isBusy} onChoose={card.setIsSaved} />
      )}
      <div hidden={paid !== '' || card.isSaved}>
        <CardElement
          options={{ disabled: isBusy }}
          onReady={() => setIsReady(true)}
          onChange={() => setProblem('')}
        />
      </div>
      {!paid && !card.isSaved && (
        <SaveCard
          isChosen={card.isToSave}
          isBusy={isBusy}
          onChange={props.mustSave ? undefined : card.setIsToSave}
        />
      )}
      {paid && !isSetup(intent.clientSecret) && <TransactionComplete transactionId={paid} />}
      <p role="alert" className={problem ? 'font-medium text-error' : 'sr-only'}>
        {problem}
        {problem && paid && ` ${t('payments.payment_is_safe')}`}
      </p>
      <ActionButton
        type="submit"
        className="btn btn-primary h-auto min-h-11 w-full py-2"
        disabled={!isPayable}
        isBusy={isBusy}
      >
        {paid
          ? t(props.other?.finish ?? (isTrial ? 'trials.finish_booking' : 'payments.finish_my_enrolment'))
          : rich(isSetup(intent.clientSecret) ? 'reservations.reserve' : 'payments.pay', {
              name: what,
              sum: money(intent.price, intent.currency),
              what: (words) => <span className="wrap-anywhere font-normal text-xs opacity-85">{words}</span>,
              amount: (words) => <span className="whitespace-nowrap">{words}</span>,
            })}
      </ActionButton>
    </form>
  );
}

/** The end of a payment that bought no seat: nothing is left to do here. */
function PaymentReturned({ sentence, isTrial }: { sentence: string; isTrial?: boolean | undefined }) {
  return (
    <>
      <h2 className="text-subheading">
        {t(isTrial ? 'trials.not_booked' : 'payments.you_are_not_enrolled')}
      </h2>
      <p role="alert" className="mt-2 font-medium text-error">
        {sentence}
      </p>
      <p className="mt-2 text-quiet text-sm">{t('payments.when_banks_show_it')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Link to="/classes" className="btn btn-primary">
          {t('classes.see_all_classes')}
        </Link>
        {!isTrial && (
          <Link to="/student/class/selected" className="btn">
            {t('payments.back_to_my_selected_classes')}
          </Link>
        )}
      </div>
    </>
  );
}

/** The payment's number, as the card service gave it. */
export function TransactionComplete({ transactionId }: { transactionId: string }) {
  return (
    <p role="status" className="wrap-anywhere font-medium text-success">
      {t('payments.transaction_complete', { transactionId })}
    </p>
  );
}
