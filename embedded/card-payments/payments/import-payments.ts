import { TEST_CARDS, type TestCard } from '#contract/protocols/card-payments.ts';
import { newId, randomText } from '#embedded/card-payments/ids.ts';
import type { Service } from '#embedded/card-payments/options.ts';
import type {
  CardPaymentsTables,
  CardsDb,
  ChargeRow,
  IntentRow,
  MethodRow,
  RefundRow,
} from '#embedded/card-payments/tables.ts';
import { testMethod } from './methods.ts';

/**
 * A payment that succeeded in the past and, where `refundedat` is set, went back in full. Moments are epoch
 * milliseconds.
 */
export type PastPayment = {
  metadata: Record<string, string>;
  amount: number;
  currency: string;
  /** The token of a test card. */
  card: TestCard['token'];
  createdat: number;
  paidat: number;
  refundedat: number | null;
};

export type ImportedPayment = {
  intentid: string;
  clientsecret: string;
  chargeid: string;
  cardlast4: string;
  refundid: string | null;
};

/**
 * Writes payments of the past as if they had been made here at their time, for a shop that brings its history
 * along; gives what each became, in their order. No events are recorded for them.
 */
export async function importPayments(
  service: Service,
  tx: CardsDb,
  payments: readonly PastPayment[],
): Promise<ImportedPayment[]> {
  const made = payments.map((payment) => rowsOf(service, payment));
  await insertAll(
    tx,
    'cards_methods',
    made.map(({ method }) => method),
  );
  await insertAll(
    tx,
    'cards_intents',
    made.map(({ intent }) => intent),
  );
  await insertAll(
    tx,
    'cards_charges',
    made.map(({ charge }) => charge),
  );
  await insertAll(
    tx,
    'cards_refunds',
    made.flatMap(({ refund }) => refund ?? []),
  );
  return made.map(({ intent, charge, method, refund }) => ({
    intentid: intent.id,
    clientsecret: intent.clientsecret,
    chargeid: charge.id,
    cardlast4: method.last4,
    refundid: refund?.id ?? null,
  }));
}

type Rows = { method: MethodRow; intent: IntentRow; charge: ChargeRow; refund: RefundRow | null };

function rowsOf(service: Service, payment: PastPayment): Rows {
  const { amount, currency, createdat, paidat, refundedat } = payment;
  const card = TEST_CARDS.find(({ token }) => token === payment.card);
  if (card?.outcome !== 'succeeds') throw new Error(`A payment with ${payment.card} does not succeed.`);
  const method = testMethod(card, service, paidat);
  const intentid = newId('pi');
  const charge: ChargeRow = {
    id: newId('ch'),
    intentid,
    methodid: method.id,
    amount,
    amountrefunded: refundedat === null ? 0 : amount,
    currency,
    status: 'succeeded',
    failure: null,
    createdat: paidat,
  };
  const intent: IntentRow = {
    id: intentid,
    clientsecret: `${intentid}_secret_${randomText()}`,
    amount,
    currency,
    status: 'succeeded',
    description: null,
    receiptemail: null,
    metadata: JSON.stringify(payment.metadata),
    methodid: method.id,
    customerid: null,
    setupfutureusage: null,
    chargeid: charge.id,
    authenticationid: null,
    lasterror: null,
    cancellationreason: null,
    canceledat: null,
    createdat,
  };
  const refund: RefundRow | null =
    refundedat === null
      ? null
      : {
          id: newId('re'),
          chargeid: charge.id,
          intentid,
          amount,
          currency,
          status: 'succeeded',
          reason: null,
          metadata: '{}',
          next: null,
          settlesat: null,
          createdat: refundedat,
        };
  return { method, intent, charge, refund };
}

/** Few enough rows for the number of values that a statement may carry. */
const ROWS_AT_ONCE = 500;

async function insertAll<T extends keyof CardPaymentsTables>(
  tx: CardsDb,
  table: T,
  rows: readonly CardPaymentsTables[T][],
) {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE) as never)
      .execute();
  }
}
