export {
  applyCredit,
  findGivenBack,
  findLoose,
  type Loose,
  partCredit,
  payByCredit,
  sumFunds,
  sumUninvoiced,
} from './apply-credit.ts';
export { type Balance, balanceOf, balancesOf, countPaidSeats, type Movement } from './balances.ts';
export {
  type DueInvoice,
  dueBy,
  findParts,
  isToPay,
  leftOfParts,
  type Part,
} from './due-by-day.ts';
export {
  deletePaidOf,
  findCredit,
  findFamilyMovement,
  insertAllocations,
  insertFamilyMovement,
  type Left,
  sumAllocated,
  sumBesidePlaces,
  sumReturned,
} from './family-money.ts';
export {
  COUNTS,
  countedAllocations,
  findOpenInvoices,
  type InvoiceSums,
  type OpenInvoice,
  openInvoicesOf,
  openOf,
  sumInvoices,
} from './invoice-sums.ts';
export { sumLedgerDays } from './ledger-days.ts';
export { browseMoved, sumMonth } from './month-sums.ts';
export { notifyOfMovement, notifyOfPaid, notifyOfPayment } from './notify-of-money.ts';
export {
  claimAccount,
  closeAccount,
  findDueAccounts,
  findOpenAccounts,
  lockOpenAccount,
  lookAgainAt,
  noteOpenAccounts,
} from './open-accounts.ts';
export { findBalance, findBalances, findMovements, insertMovement } from './queries.ts';
export { ledgerRows } from './rows.ts';
export { shareOut } from './share-out.ts';
