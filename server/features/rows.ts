import { authRows } from '#server/auth/rows.ts';
import { mailRows } from '#server/jobs/rows.ts';
import { accountRows } from './account/index.ts';
import { billingRows } from './billing/index.ts';
import { blogRows } from './blogs/index.ts';
import { busyRows } from './busy/index.ts';
import { calendarRows } from './calendars/index.ts';
import { callOffRows } from './calloffs/index.ts';
import { catchUpRows } from './catchups/index.ts';
import { changeRows } from './changes/index.ts';
import { chargeRows } from './charges/index.ts';
import { circularRows } from './circulars/index.ts';
import { classRows } from './classes/index.ts';
import { closureRows } from './closures/index.ts';
import { debtRows } from './debts/index.ts';
import { discountRows } from './discounts/index.ts';
import { enrolmentRows } from './enrolments/index.ts';
import { familyRows } from './families/index.ts';
import { familyPaymentRows } from './familypayments/index.ts';
import type { Rows } from './feature.ts';
import { importRows } from './imports/index.ts';
import { instructorRows } from './instructors/index.ts';
import { instrumentRows } from './instruments/index.ts';
import { invitationRows } from './invitations/index.ts';
import { invoiceRows } from './invoices/index.ts';
import { keyRows } from './keys/index.ts';
import { learnerRows } from './learners/index.ts';
import { ledgerRows } from './ledger/index.ts';
import { lessonRows } from './lessons/index.ts';
import { mandateRows } from './mandates/index.ts';
import { materialRows } from './materials/index.ts';
import { orderRows } from './orders/index.ts';
import { instalmentRows } from './parts/index.ts';
import { paymentRows } from './payments/index.ts';
import { planRows } from './plans/index.ts';
import { questionRows } from './questions/index.ts';
import { recitalRows } from './recitals/index.ts';
import { recoveryRows } from './recovery/index.ts';
import { refundRows } from './refunds/index.ts';
import { registerRows } from './registers/index.ts';
import { reviewRows } from './reviews/index.ts';
import { roomRows } from './rooms/index.ts';
import { schoolRows } from './school/index.ts';
import { selectionRows } from './selections/index.ts';
import { siteRows } from './sites/index.ts';
import { termRows } from './terms/index.ts';
import { textRows } from './texts/index.ts';
import { userRows } from './users/index.ts';
import { v1Rows } from './v1/index.ts';
import { waitlistRows } from './waitlist/index.ts';
import { webhookRows } from './webhooks/index.ts';
import { wishRows } from './wishes/index.ts';

/**
 * What every feature says of its tables, the only list: one that is forgotten is a type error. A merge moves
 * rows, and an erasure goes on, in this order: what has been begun ends first, and who they were is forgotten
 * last. It needs no feature to be open, since the operator's commands recover accounts, too.
 */
export const ROWS: Rows = {
  ...recitalRows,
  ...discountRows,
  ...v1Rows,
  ...instrumentRows,
  ...siteRows,
  ...orderRows,
  // Before the places end by which it is known who was in a lesson alone.
  ...materialRows,
  ...enrolmentRows,
  ...billingRows,
  ...registerRows,
  ...catchUpRows,
  ...chargeRows,
  ...invoiceRows,
  ...ledgerRows,
  ...debtRows,
  ...familyPaymentRows,
  ...instalmentRows,
  ...refundRows,
  ...paymentRows,
  ...mandateRows,
  ...reviewRows,
  ...classRows,
  ...callOffRows,
  // Before the places that are held for them: none is held once they are gone.
  ...wishRows,
  ...waitlistRows,
  ...planRows,
  ...selectionRows,
  ...lessonRows,
  ...changeRows,
  ...learnerRows,
  ...familyRows,
  ...invitationRows,
  ...keyRows,
  ...calendarRows,
  ...busyRows,
  ...webhookRows,
  ...blogRows,
  ...roomRows,
  ...termRows,
  ...closureRows,
  ...textRows,
  ...schoolRows,
  ...questionRows,
  ...circularRows,
  ...instructorRows,
  ...importRows,
  ...mailRows,
  ...authRows,
  ...accountRows,
  ...recoveryRows,
  ...userRows,
};
