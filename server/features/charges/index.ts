export { addCharges, type NewCharge } from './add-charges.ts';
export { logCharge } from './log-charge.ts';
export { type ChargeRow, findCharges, findChargesByKey, findReversible } from './queries.ts';
export { reverseCharge } from './reverse-charge.ts';
export { chargeRows } from './rows.ts';
