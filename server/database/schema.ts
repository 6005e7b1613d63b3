import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type {
  CalendarRow,
  ClassRow,
  ClosureRow,
  ConfirmedClashRow,
  LessonRow,
  PlanRow,
  RoomRow,
  TermRow,
} from './schema/lessons.ts';
import type {
  ApiKeyRow,
  ChangeRow,
  MailRow,
  QuestionRow,
  WebhookMessageRow,
  WebhookRow,
} from './schema/office.ts';
import type { BlogRow, ConsentRow, FactRow, ReactionRow, SchoolRow, TextRow } from './schema/pages.ts';
import type {
  ClaimRow,
  ErasureRow,
  GuardianRow,
  ImportRow,
  InstructorRow,
  LearnerRow,
  MergeRow,
  RecoveryRow,
  RoleCountRow,
  SignInRow,
  TakeoverRow,
  UserRow,
} from './schema/people.ts';
import type {
  EnrolmentRow,
  LedgerDayRow,
  LedgerRow,
  OrderRow,
  SelectionRow,
  WaitlistRow,
  WebhookEventRow,
} from './schema/places.ts';
import type { CallCountRow, ContentVersionRow, ProcessRow, SettingRow } from './schema/processes.ts';

/*
 * Every table of the product, described in the folder beside this file. Ids are UUID v7 texts, money is whole
 * cents, moments are epoch milliseconds, yes and no are 1 and 0: the same on SQLite and PostgreSQL. An email
 * address is a column of `users` alone, in lower case; everything else that is a person's names the account
 * or the learner by id.
 */

export type { FactRow, SchoolRow } from './schema/pages.ts';
export type { ClaimEnd } from './schema/people.ts';
export type { LedgerRow, OrderState } from './schema/places.ts';

export type Database = {
  users: UserRow;
  instructors: InstructorRow;
  rolecounts: RoleCountRow;
  learners: LearnerRow;
  guardians: GuardianRow;
  claims: ClaimRow;
  takeovers: TakeoverRow;
  recoveries: RecoveryRow;
  imports: ImportRow;
  merges: MergeRow;
  signins: SignInRow;
  classes: ClassRow;
  terms: TermRow;
  rooms: RoomRow;
  closures: ClosureRow;
  plans: PlanRow;
  lessons: LessonRow;
  calendars: CalendarRow;
  confirmedclashes: ConfirmedClashRow;
  changes: ChangeRow;
  selections: SelectionRow;
  orders: OrderRow;
  enrolments: EnrolmentRow;
  ledger: LedgerRow;
  ledgerdays: LedgerDayRow;
  webhookevents: WebhookEventRow;
  waitlist: WaitlistRow;
  mails: MailRow;
  school: SchoolRow;
  facts: FactRow;
  blogs: BlogRow;
  texts: TextRow;
  consents: ConsentRow;
  reactions: ReactionRow;
  apikeys: ApiKeyRow;
  webhooks: WebhookRow;
  webhookmessages: WebhookMessageRow;
  questions: QuestionRow;
  erasures: ErasureRow;
  settings: SettingRow;
  contentversions: ContentVersionRow;
  callcounts: CallCountRow;
  processes: ProcessRow;
};

/** What every query takes first. A transaction is a `Db`; inside one only it may be used. */
export type Db = Kysely<Database> | Transaction<Database>;
export type Row<T extends keyof Database> = Selectable<Database[T]>;
/** The same to be inserted: what has a default may be left out. */
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
