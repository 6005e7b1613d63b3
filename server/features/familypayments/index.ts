export {
  type FamilyPaymentRow,
  findByIntent as findFamilyPaymentByIntent,
  findFamilyPaymentsByIntent,
  isFamilyPaymentOpen,
} from './queries.ts';
export { familyPaymentRows } from './rows.ts';
export { settleFamilyPayment } from './settle-family-payment.ts';
