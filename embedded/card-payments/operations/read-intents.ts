import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { fetchPage, listJson, readPage } from '#embedded/card-payments/parameters/paging.ts';
import {
  findIntent,
  readExpansions,
  readOwnIntent,
  showIntents,
} from '#embedded/card-payments/payments/intent-json.ts';

/** GET /v1/payment_intents/:id; a browser shows the intent's client secret. */
export const readIntent: Operation = ({ id, key, parameters }) => {
  const clientSecret = parameters.text('client_secret');
  const expand = readExpansions(parameters);
  parameters.ignore(['is_stripe_sdk']);
  parameters.end();
  return async (db) => ok(await readOwnIntent(db, id, { key, clientSecret, expand }));
};

/** GET /v1/payment_intents, newest first; `created` narrows it. */
export const listIntents: Operation = ({ parameters }) => {
  const page = readPage(parameters);
  const expand = readExpansions(parameters, 'data.');
  parameters.end();
  return async (db) => {
    const query = db.selectFrom('cards_intents').selectAll();
    const { rows, hasMore } = await fetchPage(query, page, (id) => findIntent(db, id));
    return ok(listJson('/v1/payment_intents', await showIntents(db, rows, expand), hasMore));
  };
};
