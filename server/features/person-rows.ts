import { accountPersonRows } from './account/index.ts';
import { blogPersonRows } from './blogs/index.ts';
import { calendarPersonRows } from './calendars/index.ts';
import { changePersonRows } from './changes/index.ts';
import { classPersonRows } from './classes/index.ts';
import { closurePersonRows } from './closures/index.ts';
import { enrolmentPersonRows } from './enrolments/index.ts';
import { familyPersonRows } from './families/index.ts';
import type { PersonRows } from './feature.ts';
import { importPersonRows } from './imports/index.ts';
import { instructorPersonRows } from './instructors/index.ts';
import { keyPersonRows } from './keys/index.ts';
import { learnerPersonRows } from './learners/index.ts';
import { lessonPersonRows } from './lessons/index.ts';
import { orderPersonRows } from './orders/index.ts';
import { planPersonRows } from './plans/index.ts';
import { questionPersonRows } from './questions/index.ts';
import { selectionPersonRows } from './selections/index.ts';
import { textPersonRows } from './texts/index.ts';
import { waitlistPersonRows } from './waitlist/index.ts';
import { webhookPersonRows } from './webhooks/index.ts';

/**
 * Every column of the school that names an account or a learner, in the order in which a merge moves rows: orders are locked first, as
 * by a payment that is settled. They need no feature to be open: the operator's commands undo a merge, too.
 */
export const PERSON_ROWS: readonly PersonRows[] = [
  orderPersonRows,
  enrolmentPersonRows,
  waitlistPersonRows,
  selectionPersonRows,
  changePersonRows,
  learnerPersonRows,
  familyPersonRows,
  lessonPersonRows,
  planPersonRows,
  classPersonRows,
  closurePersonRows,
  instructorPersonRows,
  importPersonRows,
  keyPersonRows,
  webhookPersonRows,
  blogPersonRows,
  textPersonRows,
  questionPersonRows,
  calendarPersonRows,
  accountPersonRows,
];
