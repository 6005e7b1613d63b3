import type { ColumnType, Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { BlogCategory, BlogState } from '#contract/blogs.ts';
import type { ChangeAction, ChangeSubject } from '#contract/changes.ts';
import type { ClassGroup, ClassLevel, ClassStatus, PriceUnit } from '#contract/classes.ts';
import type { PublicContent, Role } from '#contract/endpoint.ts';
import type { MOVEMENTS } from '#contract/payments.ts';
import type { PaymentAttention } from '#contract/reconciliation.ts';
import type { FactKind } from '#contract/school.ts';
import type { TextSlug } from '#contract/texts.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';

/*
 * Every table of the product. Ids are UUID v7 texts, money is whole cents, moments are epoch milliseconds, yes and no are 1
 * and 0: the same on SQLite and PostgreSQL. An email address is a column of `users` alone, in lower case; everything else that is
 * somebody's names the account or the learner by id.
 */

export type UserRow = {
  _id: string;
  /** The identity service's `localId`, bound at the first sign-in; null for a person who has not signed in yet. */
  uid: string | null;
  email: string;
  name: string;
  photoURL: string | null;
  role: Role;
  /** Sign-ins older than this moment count no longer. */
  validsince: number;
  /** Whether the identity service said at the latest sign-in that the address is this person's. */
  emailverified: Generated<0 | 1>;
  /** When the identity service first said so of an address of this account; null where none was ever proved: a stranger may have written its rows. */
  provedat: Generated<number | null>;
  /** Whether an instructor is on the school's pages: 0 no, 1 yes, 2 once the address is proved. */
  listed: Generated<0 | 1 | 2>;
  /** As an import had it; shown to admins alone. */
  phone: Generated<string | null>;
  /** The import that brought it; null for everybody else. */
  importid: Generated<string | null>;
  /** Whom to call in an emergency on the day of a lesson. */
  emergencyname: Generated<string | null>;
  emergencyphone: Generated<string | null>;
  /** When the identity service last ended every session of the account, as far as is known here. */
  sessionssince: Generated<number | null>;
  /** Both set while the account is being deleted: when that was asked for, and when it is done. */
  leaveaskedat: Generated<number | null>;
  leavesat: Generated<number | null>;
  createdat: number;
};

/** What the latest recovery of an account ended, as JSON, until its owner has seen it. */
export type RecoveryRow = { userid: string; ended: string; createdat: number };

/** A learner who moved to their own account, for as long as that can be undone. */
export type TakeoverRow = {
  _id: string;
  learnerid: string;
  fromid: string;
  toid: string;
  /** What the learner was called before. */
  firstname: string | null;
  lastname: string | null;
  until: number;
  createdat: number;
};

/** What somebody who teaches wrote of themself; no row where they never did. */
export type InstructorRow = {
  userid: string;
  /** Plain text. */
  words: string;
  /** Names, as a JSON list. */
  instruments: string;
  version: number;
  changedat: number;
};

/**
 * Who learns. Every account has one that is itself, made together with it; an erased person stays as a learner without an account,
 * so that the books know that there was somebody.
 */
export type LearnerRow = {
  _id: string;
  /** Whose account it is; null once that was erased. */
  userid: string | null;
  self: 0 | 1;
  /** Both null for an account itself, whose name the account has. */
  firstname: Generated<string | null>;
  lastname: Generated<string | null>;
  /** ISO 8601, without a time. */
  born: Generated<string | null>;
  /** What a teacher has to know: allergies, who collects the child. */
  note: Generated<string | null>;
  /** The import that brought it. */
  importid: Generated<string | null>;
  /** SHA-256 of the imported fields, by which a later change is seen. */
  importedas: Generated<string | null>;
  /** Whether those who get its mail are told of a lesson the evening before. */
  reminds: Generated<0 | 1>;
  leftat: number | null;
  createdat: number;
};

/** What a second account may do for a child, as the one who pays has agreed and it has accepted. */
export type GuardianRow = {
  learnerid: string;
  userid: string;
  mayenrol: 0 | 1;
  maypay: 0 | 1;
  getsmail: 0 | 1;
  /** Since when they may do each; null where that is from the beginning, and where they may not. */
  enrolssince: Generated<number | null>;
  payssince: Generated<number | null>;
  mailssince: Generated<number | null>;
  createdat: number;
};

/**
 * A request by mail: to guard a child, to sign in to an imported family, or to take over one's own lessons. It is accepted with the token, by
 * an account at that address.
 */
export type ClaimRow = {
  /** SHA-256 of the token. */
  hash: string;
  kind: 'guardian' | 'family' | 'takeover';
  learnerid: string;
  email: string;
  mayenrol: 0 | 1;
  maypay: 0 | 1;
  getsmail: 0 | 1;
  /** The account that asked for it. */
  byid: string;
  until: number;
  /** How it ended; null while it is open, and where it has run out. */
  ended: Generated<ClaimEnd | null>;
  createdat: number;
};

export type ClaimEnd = 'accepted' | 'replaced' | 'withdrawn';

/** Families and children that came from another system; `rows` counts what was taken in. */
export type ImportRow = {
  _id: string;
  actorid: string | null;
  actorname: string;
  rows: number;
  /** How many lines the file has below its headings, and how many of them have been looked at. */
  lines: number;
  linesdone: Generated<number>;
  createdat: number;
  /** When it last got further. */
  changedat: number;
  undoneat: number | null;
};

/** Two accounts, or two learners, that were made one, and what puts them apart again, as JSON. */
export type MergeRow = {
  _id: string;
  kind: 'user' | 'learner';
  keptid: string;
  droppedid: string;
  undo: string;
  actorid: string | null;
  createdat: number;
  undoneat: number | null;
};

/** A sign-in of one browser. An access token counts only while its row is here and not ended. */
export type SignInRow = {
  _id: string;
  userid: string;
  /** When the person last proved who they are: the ID token's `auth_time`, in milliseconds. */
  authtime: number;
  useragent: string;
  createdat: number;
  seenat: number;
  endedat: number | null;
};

/** A number that a row begins with and that only `features/seats` changes: by name, no other update type-checks. */
type SeatCount = ColumnType<number, number, never>;

/** `availableseat + heldseats + enrolledstudents = capacity`, always: a constraint holds it. */
export type ClassRow = {
  _id: string;
  classname: string;
  image: string;
  price: number;
  /** The account that teaches it; null where nobody does any more. */
  instructorid: string | null;
  availableseat: SeatCount;
  heldseats: SeatCount;
  enrolledstudents: SeatCount;
  capacity: SeatCount;
  status: ClassStatus;
  feedback: string | null;
  level: ClassLevel;
  group: ClassGroup;
  /** In years, both included; null where there is no limit. */
  agefrom: Generated<number | null>;
  ageto: Generated<number | null>;
  /** What the price is for, and when and how it is due; null where not entered. */
  priceunit: Generated<PriceUnit | null>;
  duetext: Generated<string | null>;
  description: string;
  createdat: number;
  /** What was approved, as JSON: set while the class is approved, null otherwise. */
  approvedas: string | null;
  /** Since when an approved class differs from what was approved. */
  changedat: number | null;
  /** Rises with every change of the class or of its seats; `editversion` is its value at the last that was not of seats alone. */
  version: Generated<number>;
  editversion: Generated<number>;
  /** Rises whenever its plans are written anew. */
  planversion: Generated<number>;
  /** Until then only learners of the class that `copyof` names may select and pay; null where it is for everybody at once. */
  opensat: Generated<number | null>;
  /** The class of an earlier term that it was copied from. */
  copyof: Generated<string | null>;
  /** Set when an admin deleted it: gone from every list, kept for its students. */
  deletedat: number | null;
};

/** A part of the year in which classes meet. Days are of the school's time zone, here and below, and ranges include both. */
export type TermRow = {
  _id: string;
  name: string;
  firstday: string;
  lastday: string;
  /** Rises with every change, here and below. */
  version: Generated<number>;
  createdat: number;
};

/** A room that lessons are held in; `places` is how many learners it takes. One that is retired stays for the lessons it had. */
export type RoomRow = {
  _id: string;
  name: string;
  places: number;
  version: Generated<number>;
  retiredat: number | null;
  createdat: number;
};

/** Days without lessons: of a room, of a teacher, or, where both are null, of the whole school. */
export type ClosureRow = {
  _id: string;
  name: string;
  firstday: string;
  lastday: string;
  roomid: string | null;
  teacherid: string | null;
  version: Generated<number>;
  createdat: number;
};

/** When a class meets, every week or every other one; a class may have several. */
export type PlanRow = {
  _id: string;
  classid: string;
  /** 1 is Monday, 7 Sunday (ISO 8601). */
  weekday: number;
  /** On the school's clocks, `16:00`. */
  starttime: string;
  minutes: number;
  everyweeks: 1 | 2;
  firstday: string;
  lastday: string;
  roomid: string | null;
  teacherid: string | null;
};

export type LessonState = 'planned' | 'moved' | 'cancelled';

/** One meeting of a class. No two that are not cancelled share a room or a teacher at the same time. */
export type LessonRow = {
  _id: string;
  classid: string;
  /** Null once the plan no longer has it. */
  planid: string | null;
  /** The day of the plan that it stands for. */
  planday: string;
  /** The day on which it is held. */
  day: string;
  startsat: number;
  endsat: number;
  roomid: string | null;
  /** Who holds it, which may be a substitute. */
  teacherid: string | null;
  state: LessonState;
  reason: string | null;
  /** The closure that cancelled it. */
  closureid: Generated<string | null>;
  /** Rises with every change that a calendar has to be told of (RFC 5545, SEQUENCE). */
  seq: Generated<number>;
  /** Set exactly while it is cancelled. */
  cancelledat: Generated<number | null>;
  /** When it was taken out of the plan: calendars alone still tell of it, as cancelled. */
  removedat: Generated<number | null>;
  changedat: number;
};

/** The calendar that an account's own programs read. */
export type CalendarRow = {
  userid: string;
  /** SHA-256 of the token in its address. */
  hash: string;
  /** Of the account at the identity service, as the sign-in had them that made it: with these it ends. */
  uid: string;
  epoch: number | null;
  createdat: number;
};

/** That the payer knows of two classes of one learner that meet at the same time; `classid` is the lesser of the two ids. */
export type ConfirmedClashRow = { learnerid: string; classid: string; otherid: string; createdat: number };

/**
 * Who changed which role, class or status, and when: written in the transaction that makes the change, never altered. Names are
 * those of that moment; nothing is referenced, so the log outlives what it speaks of. Where a class went to another teacher `before` and
 * `after` are the ids of their accounts.
 */
export type ChangeRow = {
  _id: string;
  about: ChangeSubject;
  subjectid: string;
  subjectname: string;
  action: ChangeAction;
  before: string | null;
  after: string | null;
  note: string | null;
  /** The learner it was done for; the name is joined when it is read. */
  learnerid: Generated<string | null>;
  /** Null where the school itself did it. */
  actorid: string | null;
  actorname: string | null;
  createdat: number;
};

export type SelectionRow = {
  _id: string;
  learnerid: string;
  classid: string;
  enrolled: 0 | 1;
  createdat: number;
};

export type OrderState =
  | 'held'
  | 'intent'
  | 'expiring'
  | 'expired'
  | 'enrolled'
  | 'refund_due'
  | 'refunded'
  | 'refund_failed';

/**
 * One seat that somebody pays for. `held`, `intent` and `expiring` hold it, `enrolled` has taken it, the others have none.
 * `classid` is null for the spec's intent that names no class: such an order holds no seat until it is bound to one.
 */
export type OrderRow = {
  _id: string;
  /** Orders that one payment pays, all or none, share it; null where the order is paid alone. */
  checkoutid: Generated<string | null>;
  learnerid: string;
  /** The account that pays; null once it was erased. */
  userid: string | null;
  classid: string | null;
  amount: number;
  /** The price in cents where the place costs something else; null where it costs its price. */
  fullamount: Generated<number | null>;
  /** The admin's reason for another sum; null where the sum is too small to charge to a card. */
  amountreason: Generated<string | null>;
  currency: string;
  state: OrderState;
  /** By hand, an admin said how; `due` is owed still. */
  paidby: Generated<'card' | 'cash' | 'transfer' | 'due'>;
  intentid: string | null;
  clientsecret: string | null;
  /** When the money came and from which card; null while it has not. */
  paidat: number | null;
  /** The school's day on which its receipt was issued, which is part of the receipt's number; null before. */
  receiptday: Generated<string | null>;
  cardlast4: string | null;
  /** The provider's refund; null while the money has not gone back. */
  refundid: string | null;
  /** Counts refunds that were asked for: a failed one is tried again under a key of its own. */
  refundattempt: number;
  /** Cents that this attempt asks for, where others share the payment; null until it is made. */
  refundamount: Generated<number | null>;
  /** Cents that the bank took back for the cardholder: disputes that were lost. */
  withdrawn: Generated<number>;
  /** Cents that went back while the student keeps the place, as an admin agreed. */
  goodwill: Generated<number>;
  /** How many lessons were left when the amount was worked out; null where the class had no plan, or lessons do not set the price. */
  lessonsleft: Generated<number | null>;
  /** Of how many. */
  lessonsof: Generated<number | null>;
  /** Cents that do not go back, for lessons that were held before the place ended. */
  earned: Generated<number>;
  /** What an admin has to look at; null when there is nothing. */
  attention: PaymentAttention | null;
  /** Why the money goes back or the seat was given up, as a sentence. */
  reason: string | null;
  holduntil: number;
  /** When a worker has to look at it next; null when nothing is left to do. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  createdat: number;
  updatedat: number;
};

/** A paid seat. Its id is its order's, so that recording a payment twice gives the same. */
export type EnrolmentRow = {
  _id: string;
  learnerid: string;
  classid: string;
  transactionId: string;
  price: number;
  currency: string;
  date: number;
  /** Until when it can be cancelled, as its student was told; null where that was before it was written down. */
  canceluntil: number | null;
  /** When it was moved to this learner from another of the family; null where it was this learner's from `date` on. */
  movedat: Generated<number | null>;
};

/** What moved at the provider; rows are only ever added. */
export type LedgerRow = {
  _id: string;
  /** Null where it moved for all the orders of a checkout. */
  orderid: string | null;
  /** Of what moved for an order of a checkout, too. */
  checkoutid: Generated<string | null>;
  kind: (typeof MOVEMENTS)[number];
  /** The provider's id of the movement; of money that came or went by hand, the key of the call that says so. */
  ref: string;
  amount: number;
  /** 1 where from it on the order's seat is paid for, -1 where no more; 0 for what changes nothing about that. */
  seats: Generated<number>;
  createdat: number;
};

/** The sums of the ledger's rows of one day at the school, stored once the day is over. */
export type LedgerDayRow = {
  startsat: number;
  endsat: number;
  kind: LedgerRow['kind'];
  amount: number;
  seats: number;
};

/** How many users have a role: changed in the transaction that changes a user's. */
export type RoleCountRow = { role: Role; count: number };

/** An event the card provider told us, kept so that it is worked on once. */
export type WebhookEventRow = {
  _id: string;
  type: string;
  intentid: string | null;
  receivedat: number;
  /** When a worker has to look at it; null once it has been worked on. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
};

export type WaitlistState = 'waiting' | 'kept' | 'offered' | 'taken' | 'closed';

/**
 * A learner in line for a full class. `kept`: a seat is held for them, until `offeruntil`, and not offered before there is one for everybody of their
 * group; `offered`: a freed seat is held for them until `offeruntil`; `taken`: their order holds it;
 * `closed`: left, declined, lapsed or enrolled.
 */
export type WaitlistRow = {
  _id: string;
  learnerid: string;
  classid: string;
  state: WaitlistState;
  offeruntil: number | null;
  orderid: string | null;
  /** Those who wait together share it: they are offered as many seats as they are, or none. */
  groupid: Generated<string | null>;
  createdat: number;
};

/**
 * A mail to one person, written in the transaction that causes it. `kind`, `ref` and `recipient` make it one, so that the same thing is
 * told once.
 */
export type MailRow = {
  _id: string;
  kind: string;
  /** What it is about: the id of a record, or the hash of a code. */
  ref: string;
  recipient: string;
  subject: string;
  /** What it says, as JSON; null once it was sent, and where it opens an account and was given up. */
  letter: string | null;
  /** After this it is of no use to anybody; null where it always is. */
  validuntil: number | null;
  /** When to try to send it; null once it was sent, or given up with the reason in `lasterror`. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  sentat: number | null;
  attempts: number;
  lasterror: string | null;
  /** When an admin last had it sent again: a day counts from then on. */
  retriedat: Generated<number | null>;
  createdat: number;
};

/** What the school is called, charges and shows: one row, whose id is `school`. Null is what nobody has filled in. */
export type SchoolRow = {
  _id: 'school';
  name: string;
  tagline: string | null;
  street: string | null;
  postcode: string | null;
  town: string | null;
  country: string | null;
  phone: string | null;
  email: string | null;
  hours: string | null;
  /** As IANA calls it. */
  timezone: string | null;
  /** Stays what it is once there is an order. */
  currency: string;
  /** Of the flat fee; null where each class has its own price. */
  enrolmentprice: number | null;
  /** How long after enrolling a student may cancel, in milliseconds. */
  cancelwithin: number;
  /** From when that counts: from enrolling, or from the first lesson after it. */
  cancelfrom: Generated<'enrolling' | 'first-lesson'>;
  logo: string | null;
  /** The name of a palette or two colours, as JSON. */
  palette: string | null;
  /** What the first page says before anything else, as JSON. */
  welcome: string | null;
  /** Rises with every change. */
  version: number;
};

/** What the school says of itself beside its classes; a number has its label in `title` and its digits in `words`. */
export type FactRow = {
  _id: string;
  kind: FactKind;
  title: string | null;
  words: string | null;
  byline: string | null;
  /** ISO 8601, without a time. */
  day: string | null;
  /** Among those of its kind, from 0. */
  position: number;
};

export type BlogRow = {
  _id: string;
  title: string;
  blog_description: string;
  blog: string;
  image: string;
  /** From when a published post is public, which may be still to come; when a draft was last saved. */
  time: number;
  /** What is shown, as the author was called when the post was added. */
  authorname: string;
  /** The account that wrote it; null for the posts of before, and once the account was erased. */
  authorid: Generated<string | null>;
  /** How many like it: rows of `reactions`, on top of what it began with. */
  reactionscount: number;
  category: BlogCategory;
  state: Generated<BlogState>;
  /** Rises with every change of what is written, not with reactions. */
  version: Generated<number>;
};

/**
 * A version of one of the school's own texts; the latest counts, and the ones before tell what somebody agreed to. One without a word is not
 * shown.
 */
export type TextRow = {
  slug: TextSlug;
  version: number;
  markdown: string;
  /** The admin who wrote it; null once that account was erased. */
  authorid: string | null;
  updatedat: number;
};

/** Which version of a text somebody agreed to by registering, and when. */
export type ConsentRow = { userid: string; slug: TextSlug; version: number; createdat: number };
/** That a person likes a post. */
export type ReactionRow = { blogid: string; userid: string; createdat: number };

/** A key with which one of the school's own programs reads. Revoking deletes it; the log keeps who did. */
export type ApiKeyRow = {
  _id: string;
  name: string;
  /** How the secret begins, to be recognised by. */
  prefix: string;
  /** SHA-256 of the secret. */
  hash: string;
  /** Scopes of the contract, with spaces between them. */
  scopes: string;
  /** The admin who made it. */
  ownerid: string;
  /** From then on it opens nothing. */
  until: number;
  createdat: number;
  usedat: number | null;
};

/** Where one of the school's own programs is told what happens. */
export type WebhookRow = {
  _id: string;
  url: string;
  /** Events of the contract, with a space before and after each, so that each is found as a word. */
  events: string;
  /** What messages are signed with, as the receiver has it; a signature needs the secret itself, so it is kept. */
  secret: string;
  /** The admin who added it. */
  ownerid: string;
  createdat: number;
  /** Since when nothing has arrived. */
  failingsince: number | null;
  /** Since when nothing is sent; what happens meanwhile waits. */
  stoppedat: number | null;
};

/**
 * What one webhook is told, written in the transaction in which it happens. `webhookid`, `event` and `ref` make it one, so that the same
 * thing is told once.
 */
export type WebhookMessageRow = {
  _id: string;
  webhookid: string;
  event: WebhookEvent | 'test';
  ref: string;
  /** Whom it speaks of: what has been sent goes with the account. */
  userid: string | null;
  /** The JSON that is sent. */
  body: string;
  /** When to try to send it; null once it arrived, was given up, or waits for a webhook that was stopped. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  sentat: number | null;
  attempts: number;
  /** The HTTP status of the latest answer; null where none came. */
  status: number | null;
  problem: string | null;
  createdat: number;
};

/** An account that is deleted here and not yet, as far as is known, at the identity service. */
export type ErasureRow = { uid: string; createdat: number };

/** How often a content that everybody may read has changed, as the processes on one database tell each other. */
export type ContentVersionRow = { content: PublicContent; version: number };

/** How many calls somebody has made in a window that ends at `until`, as far as processes have told; `key` is a hash. */
export type CallCountRow = { key: string; count: number; until: number };

/** A process that others can see, and how often it has said so; gone once it is known to be dead. */
export type ProcessRow = { _id: string; beats: number };

/** What the school made once and keeps: signing keys, which seed it had. */
export type SettingRow = { key: string; value: string };

/** Questions to the school, of an account or of a visitor who gave an address. */
export type QuestionRow = {
  _id: string;
  userid: string | null;
  email: string | null;
  name: string | null;
  text: string;
  classid: string | null;
  answer: string | null;
  answeredat: number | null;
  /** Who answered; null once that account was erased. */
  byid: string | null;
  createdat: number;
};

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
