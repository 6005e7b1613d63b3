import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { SignInRow } from '#server/auth/tables.ts';
import type { ErasureRow } from '#server/features/account/tables.ts';
import type { BillingRunRow, BillingSettingsRow, ChargeLessonRow } from '#server/features/billing/tables.ts';
import type { BlogRow, ReactionRow } from '#server/features/blogs/tables.ts';
import type { BusyCalendarRow, BusyTimeRow } from '#server/features/busy/tables.ts';
import type { CalendarRow } from '#server/features/calendars/tables.ts';
import type { CallOffRow } from '#server/features/calloffs/tables.ts';
import type { AbsenceRow, FormerGuestRow, GuestRow } from '#server/features/catchups/tables.ts';
import type { ChangeRow } from '#server/features/changes/tables.ts';
import type { ChargeRow } from '#server/features/charges/tables.ts';
import type { CircularRecipientRow, CircularRow } from '#server/features/circulars/tables.ts';
import type { ClassInstrumentRow, ClassRow } from '#server/features/classes/tables.ts';
import type { ClosureRow } from '#server/features/closures/tables.ts';
import type { DebtReminderRow, DueNoticeRow } from '#server/features/debts/tables.ts';
import type { DiscountRow } from '#server/features/discounts/tables.ts';
import type { EnrolmentRow, PastPlaceRow } from '#server/features/enrolments/tables.ts';
import type { MergeRow } from '#server/features/families/tables.ts';
import type { FamilyPaymentRow } from '#server/features/familypayments/tables.ts';
import type { ImportRow } from '#server/features/imports/tables.ts';
import type { InstructorRow } from '#server/features/instructors/tables.ts';
import type { InstrumentRow } from '#server/features/instruments/tables.ts';
import type { InvitationRow } from '#server/features/invitations/tables.ts';
import type { InvoiceLineRow, InvoiceNumberRow, InvoiceRow } from '#server/features/invoices/tables.ts';
import type { ApiKeyRow } from '#server/features/keys/tables.ts';
import type { ClaimRow, GuardianRow, LearnerRow, TakeoverRow } from '#server/features/learners/tables.ts';
import type {
  AllocationRow,
  LedgerDayRow,
  LedgerRow,
  OpenAccountRow,
} from '#server/features/ledger/tables.ts';
import type { ConfirmedClashRow, LessonRow } from '#server/features/lessons/tables.ts';
import type { MandateRow } from '#server/features/mandates/tables.ts';
import type { LessonFileRow, LessonNoteRow, PractisedRow } from '#server/features/materials/tables.ts';
import type { OrderRow } from '#server/features/orders/tables.ts';
import type { InstalmentRow } from '#server/features/parts/tables.ts';
import type { WebhookEventRow } from '#server/features/payments/tables.ts';
import type { PlanRow } from '#server/features/plans/tables.ts';
import type { QuestionRow } from '#server/features/questions/tables.ts';
import type {
  RecitalConsentRow,
  RecitalPerformerRow,
  RecitalPieceRow,
  RecitalRow,
} from '#server/features/recitals/tables.ts';
import type { RecoveryRow } from '#server/features/recovery/tables.ts';
import type { FamilyRefundRow } from '#server/features/refunds/tables.ts';
import type { AttendanceRow } from '#server/features/registers/tables.ts';
import type { ReviewNoteRow, ReviewRow } from '#server/features/reviews/tables.ts';
import type { RoomRow } from '#server/features/rooms/tables.ts';
import type { FactRow, SchoolRow } from '#server/features/school/tables.ts';
import type { SelectionRow } from '#server/features/selections/tables.ts';
import type { SiteRow } from '#server/features/sites/tables.ts';
import type { TermRow } from '#server/features/terms/tables.ts';
import type { ConsentRow, TextRow } from '#server/features/texts/tables.ts';
import type { RoleCountRow, UserRow } from '#server/features/users/tables.ts';
import type { KeyWriteRow, RevisionRow } from '#server/features/v1/tables.ts';
import type { WaitlistRow } from '#server/features/waitlist/tables.ts';
import type { WebhookMessageRow, WebhookRow, WebhookSubjectRow } from '#server/features/webhooks/tables.ts';
import type { WishHourRow, WishRow } from '#server/features/wishes/tables.ts';
import type { MailRow } from '#server/jobs/tables.ts';
import type { CallCountRow, ContentVersionRow, ProcessRow, SettingRow } from './processes/tables.ts';

/*
 * Every table of the product, each described in the `tables.ts` of the feature that owns it. Ids are UUID v7
 * texts, money is whole cents, moments are epoch milliseconds, yes and no are 1 and 0: the same on SQLite and
 * PostgreSQL. An email address is a column of `users` alone, in lower case; everything else that is a
 * person's names the account or the learner by id.
 */

export type { LedgerRow } from '#server/features/ledger/tables.ts';
export type { OrderState } from '#server/features/orders/tables.ts';
export type { FactRow, SchoolRow } from '#server/features/school/tables.ts';

export type Database = {
  users: UserRow;
  instructors: InstructorRow;
  rolecounts: RoleCountRow;
  learners: LearnerRow;
  guardians: GuardianRow;
  claims: ClaimRow;
  takeovers: TakeoverRow;
  invitations: InvitationRow;
  recoveries: RecoveryRow;
  imports: ImportRow;
  merges: MergeRow;
  familypayments: FamilyPaymentRow;
  openaccounts: OpenAccountRow;
  duenotices: DueNoticeRow;
  debtreminders: DebtReminderRow;
  signins: SignInRow;
  classes: ClassRow;
  classinstruments: ClassInstrumentRow;
  calloffs: CallOffRow;
  circulars: CircularRow;
  circularrecipients: CircularRecipientRow;
  terms: TermRow;
  rooms: RoomRow;
  closures: ClosureRow;
  plans: PlanRow;
  lessons: LessonRow;
  lessonnotes: LessonNoteRow;
  lessonfiles: LessonFileRow;
  practised: PractisedRow;
  calendars: CalendarRow;
  busycalendars: BusyCalendarRow;
  busytimes: BusyTimeRow;
  confirmedclashes: ConfirmedClashRow;
  changes: ChangeRow;
  selections: SelectionRow;
  orders: OrderRow;
  mandates: MandateRow;
  instalments: InstalmentRow;
  enrolments: EnrolmentRow;
  pastplaces: PastPlaceRow;
  attendance: AttendanceRow;
  absences: AbsenceRow;
  guests: GuestRow;
  formerguests: FormerGuestRow;
  charges: ChargeRow;
  invoices: InvoiceRow;
  invoicelines: InvoiceLineRow;
  invoicenumbers: InvoiceNumberRow;
  ledger: LedgerRow;
  allocations: AllocationRow;
  ledgerdays: LedgerDayRow;
  familyrefunds: FamilyRefundRow;
  webhookevents: WebhookEventRow;
  waitlist: WaitlistRow;
  wishes: WishRow;
  wishhours: WishHourRow;
  mails: MailRow;
  school: SchoolRow;
  billingsettings: BillingSettingsRow;
  chargelessons: ChargeLessonRow;
  billingruns: BillingRunRow;
  facts: FactRow;
  blogs: BlogRow;
  texts: TextRow;
  consents: ConsentRow;
  reactions: ReactionRow;
  apikeys: ApiKeyRow;
  keywrites: KeyWriteRow;
  revisions: RevisionRow;
  webhooks: WebhookRow;
  webhookmessages: WebhookMessageRow;
  webhooksubjects: WebhookSubjectRow;
  questions: QuestionRow;
  erasures: ErasureRow;
  settings: SettingRow;
  contentversions: ContentVersionRow;
  callcounts: CallCountRow;
  processes: ProcessRow;
  sites: SiteRow;
  instruments: InstrumentRow;
  discounts: DiscountRow;
  reviews: ReviewRow;
  reviewnotes: ReviewNoteRow;
  recitals: RecitalRow;
  recitalpieces: RecitalPieceRow;
  recitalperformers: RecitalPerformerRow;
  recitalconsents: RecitalConsentRow;
};

/** What every query takes first. A transaction is a `Db`; inside one only it may be used. */
export type Db = Kysely<Database> | Transaction<Database>;
export type Row<T extends keyof Database> = Selectable<Database[T]>;
/** The same to be inserted: what has a default may be left out. */
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
