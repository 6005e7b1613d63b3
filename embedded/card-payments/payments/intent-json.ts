import { createHash, timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { badRequest, missing } from '#embedded/card-payments/errors.ts';
import type { CardsRequest } from '#embedded/card-payments/options.ts';
import type { Parameters } from '#embedded/card-payments/parameters/parameters.ts';
import type { CardsDb, ChargeRow, IntentRow } from '#embedded/card-payments/tables.ts';
import { prepared } from '#statements/prepared.ts';
import { CHARGED_CARD, chargeJson, type ShownCharge } from './charge-json.ts';

const seconds = (ms: number) => Math.floor(ms / 1000);

/** An intent in the API's form, as the secret key sees it. */
export function intentJson(row: IntentRow): Stripe.PaymentIntent {
  const nextAction: Stripe.PaymentIntent.NextAction | null = row.authenticationid
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'stripe_3ds2_fingerprint', three_d_secure_2_source: row.authenticationid },
      }
    : null;
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: row.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: row.canceledat === null ? null : seconds(row.canceledat),
    cancellation_reason: row.cancellationreason as Stripe.PaymentIntent.CancellationReason | null,
    capture_method: 'automatic',
    client_secret: row.clientsecret,
    confirmation_method: 'automatic',
    created: seconds(row.createdat),
    currency: row.currency,
    customer: row.customerid,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.lasterror === null ? null : JSON.parse(row.lasterror),
    latest_charge: row.chargeid,
    livemode: false,
    managed_payments: null,
    metadata: JSON.parse(row.metadata),
    next_action: nextAction,
    on_behalf_of: null,
    payment_method: row.methodid,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receiptemail,
    review: null,
    setup_future_usage: row.setupfutureusage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

export type PublicIntent = Pick<Stripe.PaymentIntent, (typeof PUBLIC_FIELDS)[number]>;

/** An intent as this key may see it; a browser's sees neither `metadata` nor anything about charges. */
export function intentFor(key: CardsRequest['key'], row: IntentRow): Stripe.PaymentIntent | PublicIntent {
  const intent = intentJson(row);
  if (key === 'secret') return intent;
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]])) as PublicIntent;
}

/** What may be expanded in an intent (docs.stripe.com/api/expanding_objects). */
export const EXPANDABLE = ['latest_charge'] as const;
export type Expansions = readonly (typeof EXPANDABLE)[number][];

/** Reads `expand[]`. */
export function readExpansions(parameters: Parameters, prefix = ''): Expansions {
  return parameters.list('expand').map((path) => {
    const found = EXPANDABLE.find((name) => path === prefix + name);
    if (!found)
      throw badRequest(`This property cannot be expanded: ${path.slice(0, 80)}`, { param: 'expand' });
    return found;
  });
}

/** An intent as this caller may see it, with what it asked to have expanded. */
export async function showIntent(
  db: CardsDb,
  row: IntentRow,
  key: CardsRequest['key'],
  expand: Expansions = [],
): Promise<object> {
  if (key === 'publishable') return intentFor(key, row);
  const json = intentJson(row);
  if (expand.includes('latest_charge') && row.chargeid) {
    json.latest_charge = await readCharge(db, row.chargeid, row);
  }
  return json;
}

/** The same for an intent that is read by its id together with its charge. Throws 404. */
export async function readOwnIntent(
  db: CardsDb,
  id: string,
  { key, clientSecret, expand }: Pick<CardsRequest, 'key'> & { clientSecret?: string; expand: Expansions },
): Promise<object> {
  const row = found(id, await intentWithCharge(db, { id }));
  checkOwn(row, { key, clientSecret });
  if (key === 'publishable' || !expand.includes('latest_charge')) return intentFor(key, row);
  return { ...intentJson(row), latest_charge: row.chargeid && chargeJson(chargeOf(row), row) };
}

/** The columns of a charge that its intent has, too. */
const CHARGE = [
  'id',
  'methodid',
  'amount',
  'amountrefunded',
  'currency',
  'status',
  'failure',
  'createdat',
] as const satisfies readonly (keyof ChargeRow)[];

const intentWithCharge = prepared((db: CardsDb, { id }: { id: string }) =>
  db
    .selectFrom('cards_intents')
    .leftJoin('cards_charges', 'cards_charges.id', 'cards_intents.chargeid')
    .leftJoin('cards_methods', 'cards_methods.id', 'cards_charges.methodid')
    .leftJoin('cards_disputes', 'cards_disputes.chargeid', 'cards_charges.id')
    .where('cards_intents.id', '=', id)
    .selectAll('cards_intents')
    .select(CHARGE.map((column) => `cards_charges.${column} as charge_${column}` as const))
    .select(CHARGED_CARD.map((column) => `cards_methods.${column}` as const))
    .select('cards_disputes.id as disputeid'),
);

/** The charge of an intent that was read with it. */
const chargeOf = (row: IntentRow & Record<string, unknown>): ShownCharge => {
  const own = CHARGE.map((column) => [column, row[`charge_${column}`]]);
  return { ...row, ...Object.fromEntries(own), intentid: row.id } as unknown as ShownCharge;
};

/** Several intents as the secret key sees them; with their charges in one query more. */
export async function showIntents(
  db: CardsDb,
  rows: readonly IntentRow[],
  expand: Expansions,
): Promise<Stripe.PaymentIntent[]> {
  const shown = rows.map(intentJson);
  const ids = rows.flatMap(({ chargeid }) => chargeid ?? []);
  if (!expand.includes('latest_charge') || ids.length === 0) return shown;
  const charges = new Map((await findCharges(db, ids)).map((charge) => [charge.id, charge]));
  return shown.map((json, at) => {
    const intent = rows[at];
    const charge = charges.get(intent?.chargeid ?? '');
    return intent && charge ? { ...json, latest_charge: chargeJson(charge, intent) } : json;
  });
}

/** Charges with what shows of their cards and of their disputes, in one query. */
const findCharges = (db: CardsDb, ids: readonly string[]): Promise<ShownCharge[]> =>
  db
    .selectFrom('cards_charges')
    .innerJoin('cards_methods', 'cards_methods.id', 'cards_charges.methodid')
    .leftJoin('cards_disputes', 'cards_disputes.chargeid', 'cards_charges.id')
    .where('cards_charges.id', 'in', ids)
    .selectAll('cards_charges')
    .select(CHARGED_CARD.map((column) => `cards_methods.${column}` as const))
    .select('cards_disputes.id as disputeid')
    .execute();

/** A charge by its id, in the API's form; `of`: its intent, where that is known. Throws 404. */
export async function readCharge(db: CardsDb, id: string, of?: IntentRow): Promise<Stripe.Charge> {
  const [charge] = await findCharges(db, [id]);
  if (!charge) throw missing('charge', id);
  return chargeJson(charge, of ?? (await findIntent(db, charge.intentid)));
}

/** An intent by its id. Throws 404. */
export async function findIntent(db: CardsDb, id: string): Promise<IntentRow> {
  return found(id, await intentById(db, { id }));
}

/** The same, locked until the transaction ends; every change of an intent starts with this. Throws 404. */
export async function lockIntent(tx: CardsDb, id: string): Promise<IntentRow> {
  return found(id, await lockedIntent(tx, { id }));
}

const intentById = prepared((db: CardsDb, { id }: { id: string }) =>
  db.selectFrom('cards_intents').selectAll().where('id', '=', id),
);

const lockedIntent = prepared((tx: CardsDb, { id }: { id: string }) =>
  tx.selectFrom('cards_intents').selectAll().where('id', '=', id).forNoKeyUpdate('cards_intents'),
);

function found<T>(id: string, [row]: readonly T[]): T {
  if (!row) throw missing('payment_intent', id, 'intent');
  return row;
}

/**
 * Throws 404 unless this caller may use an intent: a browser must show its client secret, else it does not
 * exist.
 */
export function checkOwn(
  { id, clientsecret }: Pick<IntentRow, 'id' | 'clientsecret'>,
  { key, clientSecret }: { key: CardsRequest['key']; clientSecret?: string | undefined },
  what = 'payment_intent',
): void {
  if (key === 'secret') return;
  const shown = createHash('sha256')
    .update(clientSecret ?? '')
    .digest();
  const kept = createHash('sha256').update(clientsecret).digest();
  if (!timingSafeEqual(shown, kept)) throw missing(what, id, 'intent');
}

/** A payment method by its id. Throws 404. */
export async function findMethod(db: CardsDb, id: string) {
  const row = await db.selectFrom('cards_methods').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('PaymentMethod', id, 'payment_method');
  return row;
}
