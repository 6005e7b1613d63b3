export {
  changeOpen as changeOpenFamilyPayment,
  type FamilyPaymentRow,
  findByIntent as findFamilyPaymentByIntent,
  findFamilyPayment,
  findFamilyPaymentsByIntent,
  findOpenOf as findOpenFamilyPayments,
  insertFamilyPayment,
  isFamilyPaymentOpen,
} from './queries.ts';
export { familyPaymentRows } from './rows.ts';
export { endFamilyPayment, settleFamilyIntent, settleFamilyPayment } from './settle-family-payment.ts';
export { PAYABLE_MS, startFamilyPayment } from './start-family-payment.ts';
