import { badRequest, cardError } from '#embedded/card-payments/errors.ts';
import { type Operation, ok } from '#embedded/card-payments/options.ts';
import { fetchPage, listJson, readPage } from '#embedded/card-payments/parameters/paging.ts';
import { findCustomer, takeCustomer } from '#embedded/card-payments/payments/customers.ts';
import { findMethod } from '#embedded/card-payments/payments/intent-json.ts';
import { methodJson } from '#embedded/card-payments/payments/method-json.ts';
import { takeMethod } from '#embedded/card-payments/payments/methods.ts';
import { refusalToAttach } from '#embedded/card-payments/payments/outcomes.ts';
import { detachMethod, saveMethod } from '#embedded/card-payments/payments/save-method.ts';

/** GET /v1/payment_methods: those that are saved with a customer, newest first. */
export const listMethods: Operation = ({ parameters }) => {
  const page = readPage(parameters);
  const customerid = parameters.required('customer');
  parameters.oneOf('type', ['card']);
  parameters.end();
  return async (db) => {
    await findCustomer(db, customerid, 'customer');
    const query = db.selectFrom('cards_methods').selectAll().where('customerid', '=', customerid);
    const { rows, hasMore } = await fetchPage(query, page, (id) => findMethod(db, id));
    return ok(listJson('/v1/payment_methods', rows.map(methodJson), hasMore));
  };
};

/** GET /v1/payment_methods/:id */
export const readMethodById: Operation = ({ id, parameters }) => {
  parameters.end();
  return async (db) => ok(methodJson(await findMethod(db, id)));
};

/** POST /v1/payment_methods/:id/attach: saves one that no payment has saved. */
export const attachMethod: Operation = (request) => {
  const { id, parameters, now } = request;
  const customerid = parameters.required('customer');
  parameters.end();
  return async (tx) => {
    await takeCustomer(tx, customerid, 'customer');
    const method = await takeMethod(tx, id, request, customerid);
    const { code, message, ...more } = refusalToAttach(method, now) ?? {};
    if (code !== undefined) throw cardError(code, message ?? '', more);
    return ok(methodJson(await saveMethod(tx, request, method, { of: customerid, usage: null })));
  };
};

/** POST /v1/payment_methods/:id/detach: for good. */
export const detachMethodById: Operation = (request) => {
  const { id, parameters } = request;
  parameters.end();
  return async (tx) => {
    const method = await findMethod(tx, id);
    if (method.customerid === null) {
      throw badRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      );
    }
    return ok(methodJson(await detachMethod(tx, request, method)));
  };
};
