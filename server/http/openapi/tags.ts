import type { OpenAPIV3_1 } from 'openapi-types';
import type * as nouns from '#contract/nouns.schema.ts';

type Noun = keyof typeof nouns;

const ABOUT: { readonly [N in Noun]: string } = {
  accountEndpoints: 'The caller’s own account: sign-in, sessions, export, erasure.',
  awayEndpoints: 'Days on which teachers are away.',
  billingEndpoints: 'Bills for a term or month, and what invoices say.',
  blogEndpoints: 'Posts of the school.',
  busyEndpoints: 'When teachers are busy by their own calendars.',
  calendarEndpoints: 'Calendars by address.',
  catchUpEndpoints: 'Lessons that make up for missed ones.',
  changeEndpoints: 'The log of what was changed, and by whom.',
  chargeEndpoints: 'What families are charged beside their places.',
  circularEndpoints: 'Messages to many families.',
  classEndpoints: 'Classes, from a draft to the end.',
  closureEndpoints: 'Days on which the school is closed.',
  debtEndpoints: 'Families that have not paid in time.',
  discountEndpoints: 'Discounts and their codes.',
  familyEndpoints: 'Families, as the office keeps them.',
  familyPaymentEndpoints: 'Payments of a family for what it owes.',
  goLiveEndpoints: 'What is left to do before a school opens.',
  importEndpoints: 'Families from a file.',
  instalmentEndpoints: 'Invoices in instalments.',
  instructorEndpoints: 'Teachers, as visitors see them.',
  instrumentEndpoints: 'Instruments that are taught.',
  invitationEndpoints: 'Invitations to an account.',
  invoiceEndpoints: 'Invoices and credit notes.',
  keyEndpoints: 'Keys for programs.',
  learnerEndpoints: 'Children and their guardians.',
  lessonEndpoints: 'Lessons: moved, cancelled, substituted.',
  mailEndpoints: 'Mails of the school, and which of them were sent.',
  mandateEndpoints: 'Saved cards.',
  markdownEndpoints: 'Text as it will be shown.',
  materialEndpoints: 'Notes and files of lessons.',
  paymentEndpoints: 'Places: paid, enrolled by hand, ended.',
  planEndpoints: 'Plans of a class: when, where and by whom.',
  questionEndpoints: 'Questions of visitors.',
  recitalEndpoints: 'Recitals: programme, names, print.',
  reconciliationEndpoints: 'Whether the ledger and the card service agree.',
  refundEndpoints: 'What goes back to families.',
  registerEndpoints: 'Registers of lessons, and absences.',
  rehearsalEndpoints: 'A copy of the school whose clock can be moved, before the school opens.',
  reportEndpoints: 'Figures, and files of them.',
  reviewEndpoints:
    'What admins write beside classes and posts before they decide, and what their teachers answer.',
  roomEndpoints: 'Rooms.',
  reservationEndpoints: 'Places that are kept until it is decided whether their class runs.',
  rosterEndpoints: 'Who is in a class.',
  schoolEndpoints: 'What the school says of itself, and its settings.',
  selectionEndpoints: 'Classes that were chosen to be paid.',
  siteEndpoints: 'Buildings.',
  statementEndpoints: 'What a family was charged and paid, line by line.',
  termEndpoints: 'Terms.',
  textEndpoints: 'Texts of the school, such as its privacy notice.',
  timetableEndpoints: 'The timetable that visitors see.',
  trialEndpoints: 'Trial lessons.',
  userEndpoints: 'Accounts and their roles.',
  v1Endpoints: 'Calls for programs, made with an API key.',
  waitlistEndpoints: 'Waiting lists and offers of places.',
  webhookEndpoints: 'Programs that the school tells of events.',
  weekEndpoints: 'Lessons week by week.',
  wishEndpoints: 'What families would like to learn, counted without names.',
};

/** `classEndpoints` → `class`. */
export const tagOf = (noun: string) => noun.replace(/Endpoints$/, '');

export const describeTag = (noun: Noun): OpenAPIV3_1.TagObject => ({
  name: tagOf(noun),
  description: ABOUT[noun],
});
