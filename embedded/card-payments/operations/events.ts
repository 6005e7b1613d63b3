import { missing } from '#embedded/card-payments/errors.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { fetchPage, listJson, readPage } from '#embedded/card-payments/parameters/paging.ts';
import type { CardsDb, EventRow } from '#embedded/card-payments/tables.ts';

/** GET /v1/events, newest first; of one type or some, when named. */
export const listEvents: Operation = ({ parameters }) => {
  const page = readPage(parameters);
  const type = parameters.text('type');
  const types = [...parameters.list('types'), ...(type === undefined ? [] : [type])];
  parameters.end();
  return async (db) => {
    let query = db.selectFrom('cards_events').selectAll();
    if (types.length > 0) query = query.where('type', 'in', types);
    const { rows, hasMore } = await fetchPage(query, page, (id) => findEvent(db, id));
    return ok(listJson('/v1/events', rows.map(eventJson), hasMore));
  };
};

async function findEvent(db: CardsDb, id: string): Promise<EventRow> {
  const row = await db.selectFrom('cards_events').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('event', id);
  return row;
}

const eventJson = (row: EventRow): object => ({
  ...JSON.parse(row.body),
  pending_webhooks: row.nextattemptat === null ? 0 : 1,
});
