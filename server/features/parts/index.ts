export { isSamePlan, type Plan, type PlannedPart, partsOf, readPlan, tryOn } from './plan.ts';
export {
  beginPlan,
  changePart,
  claimPart,
  findDueParts,
  findFailed,
  findInvoiceOf,
  findLeft,
  findLefts,
  findPart,
  hasParts,
  type InstalmentRow,
  isCardNeeded,
  lockPart,
  markPartPaid,
  noteRefusal,
} from './queries.ts';
export { instalmentRows } from './rows.ts';
