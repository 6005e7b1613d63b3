import Stripe from 'stripe';
import { AppError } from '#server/http/errors.ts';

/** A card that is saved at the provider for payments to come. */
export type SavedCard = {
  customerid: string;
  methodid: string;
  last4: string;
  /** Its last day, as `2034-12-31`. */
  until: string;
};

/**
 * An intent as the provider has it, of a payment or, without a currency and any sum, of a card that is only
 * saved. `received` and `refunded` are in the currency's smallest coin.
 */
export type CardIntent = {
  id: string;
  /** Whether it saves a card and takes no money. */
  isSetup: boolean;
  clientSecret: string;
  status: Stripe.PaymentIntent.Status;
  currency: string;
  received: number;
  refunded: number;
  /** Whether its cardholder ever went to the bank about it. */
  disputed: boolean;
  chargeid: string | null;
  cardlast4: string | null;
  /** The customer with whom it saved its card, once it was paid; null where it saved none. */
  saved: SavedCard | null;
  /** Why the provider refused it last, by its code; null where it was not refused. */
  refusal: string | null;
  /** The order it was made for; null for an intent that is not the school's. */
  orderid: string | null;
  /** Epoch milliseconds. */
  createdat: number;
};

export type CardRefund = {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
  /** The one order that it was made for; null where it is of the payment as a whole. */
  orderid: string | null;
};

/** A cardholder's dispute; `open` while the bank decides. */
export type CardDispute = { id: string; status: 'open' | 'won' | 'lost'; amount: number };

/** What the provider's event says happened; only a reason to look, never a state to believe. */
export type CardEvent = { id: string; type: string; intentid: string | null };

/** The provider understood and said no: nothing happened, and the same call would be refused again. */
export class CardRefusal extends Error {
  override name = 'CardRefusal';
}

/**
 * The school's side of Stripe's API. Every call is repeatable: its idempotency key is made from the order, so
 * that an answer that was lost is found by asking again. Throws `CardRefusal` on a clear no; whenever the
 * outcome is unknown, `provider-unavailable`.
 */
export type CardPayments = {
  createIntent(order: { _id: string; amount: number; currency: string }): Promise<CardIntent>;
  /** Begins to save a card that is charged later, for an order or those of a checkout. */
  createSetup(order: { _id: string }): Promise<CardIntent>;
  readIntent(id: string): Promise<CardIntent>;
  /** Makes the customer with whom a card is saved, by the id of the record of its consent; gives its id. */
  createCustomer(mandateid: string): Promise<string>;
  /**
   * Names the customer whose payment an unpaid intent is; whether its card is saved with them, for payments
   * without the cardholder.
   */
  nameCustomer(intentid: string, of: { customerid: string; saves: boolean }): Promise<void>;
  /**
   * Charges an unpaid intent, whose customer is named, to a saved card while its holder is away. An intent is
   * charged once, however often this is asked; refused, it is given with its `refusal`.
   */
  confirmSaved(intentid: string, of: { key: string; methodid: string }): Promise<CardIntent>;
  /** Forgets all cards of a customer but one. */
  keepOnlyCard(card: Pick<SavedCard, 'customerid' | 'methodid'>): Promise<void>;
  /** Forgets a customer with all that is saved. */
  deleteCustomer(customerid: string): Promise<void>;
  /** Cancels, unless it was paid meanwhile; gives the intent as it is then. */
  cancelIntent(id: string, orderid: string): Promise<CardIntent>;
  /** Sends back all that is left of a payment, or so many cents of it for one of the orders that it pays. */
  refund(intentid: string, key: string, part?: { orderid: string; amount: number }): Promise<CardRefund>;
  /** All that went back of a payment, no matter who sent it, the newest first. */
  listRefunds(intentid: string): Promise<CardRefund[]>;
  listDisputes(intentid: string): Promise<CardDispute[]>;
  /**
   * Every intent made in this span of time, the newest first; those after the one of the id `after` where
   * that is named.
   */
  listIntents(span: { from: number; to: number; after?: string }): AsyncIterable<CardIntent>;
  /** Events of these types since a moment, the newest first. */
  listEvents(of: { types: readonly string[]; since: number }): AsyncIterable<CardEvent>;
  /** Checks a webhook's signature and reads it. Throws `signature-invalid`. */
  readEvent(body: Buffer, signature: string | undefined): CardEvent;
};

type Options = {
  secretKey: string;
  webhookSecret: string;
  /** Where a Stripe-compatible service other than Stripe itself answers, without a path. */
  baseUrl?: string;
  httpClient: Stripe.HttpClient;
  now: () => number;
};

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const SIGNATURE_SECONDS = 300;
const EXPAND = ['latest_charge'];
const SETUP_EXPAND = ['payment_method'];

/** The provider names what only saves a card so. */
const isSetupId = (id: string) => id.startsWith('seti_');
/** The most that Stripe gives at once. */
const PAGE = 100;

/** Speaks to Stripe, or whatever speaks its protocol at `baseUrl`. */
export function cardPayments({ secretKey, webhookSecret, baseUrl, httpClient, now }: Options): CardPayments {
  const stripe = new Stripe(secretKey, {
    httpClient,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(baseUrl && addressOf(baseUrl)),
  });

  const readIntent = (id: string): Promise<CardIntent> =>
    isSetupId(id)
      ? asked(stripe.setupIntents.retrieve(id, { expand: SETUP_EXPAND })).then(toSetup)
      : asked(stripe.paymentIntents.retrieve(id, { expand: EXPAND })).then(toIntent);

  return {
    createIntent: ({ _id, amount, currency }) =>
      asked(
        stripe.paymentIntents.create(
          { amount, currency, allowed_payment_method_types: ['card'], metadata: { order: _id } },
          { idempotencyKey: `pi:${_id}` },
        ),
      ).then(toIntent),

    createSetup: ({ _id }) =>
      asked(
        stripe.setupIntents.create(
          { allowed_payment_method_types: ['card'], usage: 'off_session', metadata: { order: _id } },
          { idempotencyKey: `seti:${_id}` },
        ),
      ).then(toSetup),

    readIntent,

    createCustomer: (mandateid) =>
      asked(
        stripe.customers.create(
          { metadata: { mandate: mandateid } },
          { idempotencyKey: `customer:${mandateid}` },
        ),
      ).then(({ id }) => id),

    async nameCustomer(intentid, { customerid, saves }) {
      if (isSetupId(intentid)) {
        await asked(stripe.setupIntents.update(intentid, { customer: customerid }));
        return;
      }
      const change = { customer: customerid, setup_future_usage: saves ? ('off_session' as const) : '' };
      await asked(stripe.paymentIntents.update(intentid, change as Stripe.PaymentIntentUpdateParams));
    },

    async confirmSaved(intentid, { key, methodid }) {
      try {
        const confirmed = stripe.paymentIntents.confirm(
          intentid,
          { payment_method: methodid, off_session: true, expand: EXPAND },
          { idempotencyKey: key },
        );
        return toIntent(await asked(confirmed));
      } catch (error) {
        // Declined, or paid or cancelled already: what it is now decides.
        if (error instanceof CardRefusal) return readIntent(intentid);
        throw error;
      }
    },

    async keepOnlyCard({ customerid, methodid }) {
      for await (const { id } of paged((after) =>
        stripe.paymentMethods.list({ customer: customerid, type: 'card', limit: PAGE, ...after }),
      )) {
        if (id !== methodid) await goneAlready(asked(stripe.paymentMethods.detach(id)));
      }
    },

    deleteCustomer: (customerid) => goneAlready(asked(stripe.customers.del(customerid))),

    async cancelIntent(id, orderid) {
      const under = { idempotencyKey: `cancel:${orderid}` };
      try {
        if (isSetupId(id)) return toSetup(await asked(stripe.setupIntents.cancel(id, {}, under)));
        return toIntent(await asked(stripe.paymentIntents.cancel(id, {}, under)));
      } catch (error) {
        // Paid or cancelled already: what it is now decides, not why this call was refused.
        if (error instanceof CardRefusal) return readIntent(id);
        throw error;
      }
    },

    refund: (intentid, key, part) => {
      const of = part && { amount: part.amount, metadata: { order: part.orderid } };
      const made = stripe.refunds.create({ payment_intent: intentid, ...of }, { idempotencyKey: key });
      return asked(made).then(toRefund);
    },

    listRefunds: async (intentid) => {
      const { data } = await asked(stripe.refunds.list({ payment_intent: intentid, limit: PAGE }));
      return data.map(toRefund);
    },

    listDisputes: async (intentid) => {
      const { data } = await asked(stripe.disputes.list({ payment_intent: intentid, limit: PAGE }));
      return data.map(toDispute);
    },

    async *listIntents({ from, to, after }) {
      const created = { gte: Math.floor(from / 1000), lt: Math.ceil(to / 1000) };
      for await (const intent of paged(
        (place) =>
          stripe.paymentIntents.list({ created, limit: PAGE, expand: ['data.latest_charge'], ...place }),
        after,
      )) {
        yield toIntent(intent);
      }
    },

    async *listEvents({ types, since }) {
      const created = { gte: Math.floor(since / 1000) };
      for await (const event of paged((after) =>
        stripe.events.list({ created, types: [...types], limit: PAGE, ...after }),
      )) {
        yield toEvent(event);
      }
    },

    readEvent(body, signature = '') {
      const moment = now();
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          SIGNATURE_SECONDS,
          undefined,
          moment,
        );
      } catch (cause) {
        throw new AppError('signature-invalid', { cause });
      }
      // The SDK refuses what is too old but believes a signature from the future.
      const signedat = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
      if (signedat > moment / 1000 + SIGNATURE_SECONDS) throw new AppError('signature-invalid');
      return toEvent(event);
    },
  };
}

function addressOf(baseUrl: string) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

/**
 * Statuses with which the provider answers for good; with every other, and with none, the outcome is unknown.
 */
const REFUSED = new Set([400, 402, 404]);

/** Waits for an answer and tells a no from an unknown outcome. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { statusCode, rawType, message } = error as Partial<Stripe.errors.StripeError>;
    // A page of HTML under status 400 is a proxy's word, not the provider's: only its own error type counts.
    if (statusCode !== undefined && REFUSED.has(statusCode) && rawType && rawType !== 'api_error') {
      throw new CardRefusal(message, { cause: error });
    }
    throw new AppError('provider-unavailable', { cause: error });
  }
}

/** Takes a refusal for what it is where something is forgotten twice: it is gone. */
async function goneAlready(answer: Promise<unknown>): Promise<void> {
  await answer.catch((error) => {
    if (!(error instanceof CardRefusal)) throw error;
  });
}

/** Everything that a list has, or has after the id `first`, page by page. */
async function* paged<T extends { id: string }>(
  list: (after: { starting_after?: string }) => Promise<Stripe.ApiList<T>>,
  first?: string,
): AsyncGenerator<T> {
  let after: { starting_after?: string } | undefined = first === undefined ? {} : { starting_after: first };
  while (after) {
    const page: Stripe.ApiList<T> = await asked(list(after));
    yield* page.data;
    const last = page.data.at(-1);
    after = page.has_more && last ? { starting_after: last.id } : undefined;
  }
}

function toIntent(intent: Stripe.PaymentIntent): CardIntent {
  const { latest_charge: charge } = intent;
  const details = charge && typeof charge !== 'string' ? charge : null;
  return {
    id: intent.id,
    isSetup: false,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    currency: intent.currency,
    received: intent.status === 'succeeded' ? intent.amount_received : 0,
    refunded: details?.amount_refunded ?? 0,
    disputed: details?.disputed ?? false,
    chargeid: details?.id ?? (typeof charge === 'string' ? charge : null),
    cardlast4: details?.payment_method_details?.card?.last4 ?? null,
    saved: savedOf(intent, details),
    refusal: intent.last_payment_error?.code ?? null,
    orderid: intent.metadata.order ?? null,
    createdat: intent.created * 1000,
  };
}

function toSetup(setup: Stripe.SetupIntent): CardIntent {
  const method = typeof setup.payment_method === 'string' ? null : setup.payment_method;
  const card = method?.card;
  const customerid = idOf(setup.customer);
  const isSaved = setup.status === 'succeeded' && method && card && customerid;
  return {
    id: setup.id,
    isSetup: true,
    clientSecret: setup.client_secret ?? '',
    status: setup.status,
    currency: '',
    received: 0,
    refunded: 0,
    disputed: false,
    chargeid: null,
    cardlast4: card?.last4 ?? null,
    saved: isSaved ? { customerid, methodid: method.id, last4: card.last4, until: lastDayOf(card) } : null,
    refusal: setup.last_setup_error?.code ?? null,
    orderid: setup.metadata?.order ?? null,
    createdat: setup.created * 1000,
  };
}

const lastDayOf = ({ exp_year, exp_month }: { exp_year: number; exp_month: number }): string =>
  new Date(Date.UTC(exp_year, exp_month, 0)).toISOString().slice(0, 10);

const idOf = (named: string | { id: string } | null) => (typeof named === 'string' ? named : named?.id);

function savedOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | null): SavedCard | null {
  const card = charge?.payment_method_details?.card;
  const customerid = idOf(intent.customer);
  const methodid = idOf(intent.payment_method);
  const isSaved = intent.status === 'succeeded' && intent.setup_future_usage === 'off_session';
  if (!isSaved || !customerid || !methodid || !card?.last4) return null;
  return { customerid, methodid, last4: card.last4, until: lastDayOf(card) };
}

function toRefund({ id, status, amount, metadata }: Stripe.Refund): CardRefund {
  const ended = status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
  const orderid = metadata?.order ?? null;
  return { id, amount, orderid, status: status === 'succeeded' ? 'succeeded' : ended };
}

/** An inquiry takes no money; whatever else is not decided, or not known here, is open. */
const DISPUTE_STATES: { readonly [status: string]: CardDispute['status'] } = {
  won: 'won',
  lost: 'lost',
  prevented: 'won',
  warning_closed: 'won',
};

const toDispute = ({ id, status, amount }: Stripe.Dispute): CardDispute => ({
  id,
  amount,
  status: DISPUTE_STATES[status] ?? 'open',
});

const toEvent = (event: Stripe.Event): CardEvent => ({
  id: event.id,
  type: event.type,
  intentid: intentOf(event),
});

/**
 * The intent that an event is about, whether it carries the intent itself, one that saves a card, a charge, a refund or a dispute.
 */
function intentOf({ data }: Stripe.Event): string | null {
  const {
    id,
    object,
    payment_intent: of,
  } = data.object as {
    id?: string;
    object?: string;
    payment_intent?: string | { id: string } | null;
  };
  if (object === 'payment_intent' || object === 'setup_intent') return id ?? null;
  return typeof of === 'string' ? of : (of?.id ?? null);
}
