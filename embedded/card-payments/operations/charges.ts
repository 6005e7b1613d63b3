import { readCharge } from '#embedded/card-payments/intent-json.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';

/** GET /v1/charges/:id */
export const showCharge: Operation = ({ id, parameters }) => {
  parameters.end();
  return async (db) => ok(await readCharge(db, id));
};
