export { addCharges, type NewCharge } from './add-charges.ts';
export { logCharge } from './log-charge.ts';
export { keepWithInvoices } from './merge-charges.ts';
export {
  type ChargeRow,
  findCharges,
  findChargesByKey,
  findChargesFor,
  findReversible,
  moveCharges,
} from './queries.ts';
export { reverseCharge } from './reverse-charge.ts';
export { chargeRows } from './rows.ts';
