import type Stripe from 'stripe';
import { badRequest, missing } from '#embedded/card-payments/errors.ts';
import type { CardsRequest } from '#embedded/card-payments/options.ts';
import type { Parameters } from '#embedded/card-payments/parameters/parameters.ts';
import type { CardsDb, SetupRow } from '#embedded/card-payments/tables.ts';
import { findMethod } from './intent-json.ts';
import { methodJson } from './method-json.ts';

/** A setup in the API's form, as the secret key sees it. */
export function setupJson(row: SetupRow): Stripe.SetupIntent {
  const nextAction: Stripe.SetupIntent.NextAction | null = row.authenticationid
    ? {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'stripe_3ds2_fingerprint', three_d_secure_2_source: row.authenticationid },
      }
    : null;
  return {
    id: row.id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: row.cancellationreason as Stripe.SetupIntent.CancellationReason | null,
    client_secret: row.clientsecret,
    created: Math.floor(row.createdat / 1000),
    customer: row.customerid,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: row.lasterror === null ? null : JSON.parse(row.lasterror),
    latest_attempt: null,
    livemode: false,
    mandate: null,
    managed_payments: null,
    metadata: JSON.parse(row.metadata),
    next_action: nextAction,
    on_behalf_of: null,
    payment_method: row.methodid,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: row.status,
    usage: row.usage,
  } satisfies Stripe.SetupIntent;
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'status',
  'usage',
] as const satisfies readonly (keyof Stripe.SetupIntent)[];

export type PublicSetup = Pick<Stripe.SetupIntent, (typeof PUBLIC_FIELDS)[number]>;

/** A setup as this key may see it; a browser's sees neither `metadata` nor whose it is. */
export function setupFor(key: CardsRequest['key'], row: SetupRow): Stripe.SetupIntent | PublicSetup {
  const setup = setupJson(row);
  if (key === 'secret') return setup;
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, setup[field]])) as PublicSetup;
}

/** Reads `expand[]`, which a setup has for its card alone. */
export function readsMethod(parameters: Parameters): boolean {
  const asked = parameters.list('expand');
  const other = asked.find((path) => path !== 'payment_method');
  if (other !== undefined)
    throw badRequest(`This property cannot be expanded: ${other.slice(0, 80)}`, { param: 'expand' });
  return asked.length > 0;
}

/** A setup as this caller may see it, with its card where that was asked for. */
export async function showSetup(
  db: CardsDb,
  row: SetupRow,
  { key, expands }: { key: CardsRequest['key']; expands: boolean },
): Promise<object> {
  if (key === 'publishable' || !expands || row.methodid === null) return setupFor(key, row);
  return { ...setupJson(row), payment_method: methodJson(await findMethod(db, row.methodid)) };
}

/** A setup by its id. Throws 404. */
export async function findSetup(db: CardsDb, id: string): Promise<SetupRow> {
  const row = await db.selectFrom('cards_setups').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('setup_intent', id, 'intent');
  return row;
}

/** The same, locked until the transaction ends; every change of a setup starts with this. Throws 404. */
export async function lockSetup(tx: CardsDb, id: string): Promise<SetupRow> {
  const found = tx.selectFrom('cards_setups').selectAll().where('id', '=', id);
  const row = await found.forNoKeyUpdate('cards_setups').executeTakeFirst();
  if (!row) throw missing('setup_intent', id, 'intent');
  return row;
}
