import {
  findOwnIntent,
  readExpansions,
  showIntent,
  showIntents,
} from '#embedded/card-payments/intent-json.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { fetchPage, listJson, readCreated, readPage } from '#embedded/card-payments/paging.ts';

/** GET /v1/payment_intents/:id; a browser shows the intent's client secret. */
export const readIntent: Operation = ({ id, key, parameters }) => {
  const clientSecret = parameters.text('client_secret');
  const expand = readExpansions(parameters);
  parameters.ignore(['is_stripe_sdk']);
  parameters.end();
  return async (db) => ok(await showIntent(db, await findOwnIntent(db, id, key, clientSecret), key, expand));
};

/** GET /v1/payment_intents, newest first; `created` narrows it. */
export const listIntents: Operation = ({ parameters, key }) => {
  const page = readPage(parameters);
  const created = readCreated(parameters);
  const expand = readExpansions(parameters, 'data.');
  parameters.end();
  return async (db) => {
    const query = db
      .selectFrom('cards_intents')
      .selectAll()
      .where('createdat', '>=', created.from)
      .where('createdat', '<', created.to);
    const { rows, hasMore } = await fetchPage(query, page, (id) => findOwnIntent(db, id, key));
    return ok(listJson('/v1/payment_intents', await showIntents(db, rows, expand), hasMore));
  };
};
