export { begunFacts } from './letter.ts';
export {
  type Agreed,
  isSamePlan,
  type Plan,
  type PlannedPart,
  planParts,
  readAgreed,
  readPlan,
  tryOn,
} from './plan.ts';
export {
  beginPlan,
  changePart,
  claimPart,
  findDueParts,
  findFailed,
  findInvoiceOf,
  findLeft,
  findLefts,
  findLeftsOf,
  findPart,
  hasParts,
  type InstalmentRow,
  isCardNeeded,
  lockPart,
  markPartPaid,
  noteRefusal,
} from './queries.ts';
export { instalmentRows } from './rows.ts';
