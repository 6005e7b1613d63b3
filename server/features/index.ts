import type { Kysely } from 'kysely';
import type { AccessTokens } from '#server/auth/access-tokens.ts';
import type { AskedSince } from '#server/auth/second-factor.ts';
import type { Config } from '#server/config/config.ts';
import { schoolPictures } from '#server/config/school-pictures.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import type { ContentChanges } from '#server/http/answers/content-changes.ts';
import { originOf } from '#server/http/origin.ts';
import type { Leases } from '#server/jobs/leases.ts';
import type { SendMail } from '#server/jobs/send-due-mails.ts';
import { markdownRenderer } from '#server/markdown/render-markdown.ts';
import type { AskCopy } from '#server/rehearsal/asked.ts';
import type { CardPayments } from '#server/services/card-payments.ts';
import type { FileStore } from '#server/services/file-store.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import { absenceFeature } from './absences/feature.ts';
import { accountFeature } from './account/feature.ts';
import { endEverySignInOf, refuseErased } from './account/index.ts';
import { awayFeature } from './away/feature.ts';
import type { AwayCheckpoint } from './away/note-away.ts';
import { billingFeature } from './billing/feature.ts';
import { blogFeature } from './blogs/feature.ts';
import { busyFeature } from './busy/feature.ts';
import { calendarFeature } from './calendars/feature.ts';
import { callOffFeature } from './calloffs/feature.ts';
import { changeFeature } from './changes/feature.ts';
import { chargeFeature } from './charges/feature.ts';
import { circularFeature } from './circulars/feature.ts';
import { classFeature } from './classes/feature.ts';
import { openSeats } from './classes/index.ts';
import type { ClosureCheckpoint } from './closures/change-closure.ts';
import { closureFeature } from './closures/feature.ts';
import { debtFeature } from './debts/feature.ts';
import { discountFeature } from './discounts/feature.ts';
import { enrolmentFeature } from './enrolments/feature.ts';
import { keepCancelUntil } from './enrolments/index.ts';
import { familyFeature } from './families/feature.ts';
import { familyPaymentFeature } from './familypayments/feature.ts';
import { isFamilyPaymentOpen } from './familypayments/index.ts';
import type { Feature } from './feature.ts';
import { goLiveFeature } from './golive/feature.ts';
import { openProofs } from './golive/index.ts';
import { importFeature } from './imports/feature.ts';
import { instalmentFeature } from './instalments/feature.ts';
import { instructorFeature } from './instructors/feature.ts';
import { instrumentFeature } from './instruments/feature.ts';
import { invitationFeature } from './invitations/feature.ts';
import { invoiceFeature } from './invoices/feature.ts';
import { issueOpenIn } from './invoices/index.ts';
import { keyFeature } from './keys/feature.ts';
import { learnerFeature } from './learners/feature.ts';
import { ledgerFeature } from './ledger/feature.ts';
import { lessonFeature } from './lessons/feature.ts';
import { mailFeature } from './mails/feature.ts';
import { mandateFeature } from './mandates/feature.ts';
import { markdownFeature } from './markdown/feature.ts';
import { materialFeature } from './materials/feature.ts';
import { orderFeature } from './orders/feature.ts';
import { type Checkpoint, expireHolds, type Payments } from './orders/index.ts';
import { isCardNeeded } from './parts/index.ts';
import { paymentFeature } from './payments/feature.ts';
import { paymentsOf, strikeDebts } from './payments/index.ts';
import { planFeature } from './plans/feature.ts';
import { type PlanCheckpoint, updateTeacherOfPlans } from './plans/index.ts';
import { questionFeature } from './questions/feature.ts';
import { recitalFeature } from './recitals/feature.ts';
import type { RecitalCheckpoint } from './recitals/letters.ts';
import { reconciliationFeature } from './reconciliation/feature.ts';
import { refundFeature } from './refunds/feature.ts';
import { registerFeature } from './registers/feature.ts';
import { rehearsalFeature } from './rehearsal/feature.ts';
import { reportFeature } from './reports/feature.ts';
import { reservationFeature } from './reservations/feature.ts';
import { reviewFeature } from './reviews/feature.ts';
import { resubmitReview } from './reviews/index.ts';
import { roomFeature } from './rooms/feature.ts';
import { rosterFeature } from './rosters/feature.ts';
import { ROWS } from './rows.ts';
import { schoolFeature } from './school/feature.ts';
import { selectionFeature } from './selections/feature.ts';
import { siteFeature } from './sites/feature.ts';
import { statementFeature } from './statement/feature.ts';
import type { CopyCheckpoint } from './terms/copy-term.ts';
import { termFeature } from './terms/feature.ts';
import { textFeature } from './texts/feature.ts';
import { timetableFeature } from './timetable/feature.ts';
import { userFeature } from './users/feature.ts';
import { changeRoleIn, lockAdmins, nameUser, proveByLink, registerByLink } from './users/index.ts';
import { v1Feature } from './v1/feature.ts';
import { waitlistFeature } from './waitlist/feature.ts';
import { deleteEntriesOf, waitlistQueue } from './waitlist/index.ts';
import { webhookFeature } from './webhooks/feature.ts';
import { weekFeature } from './weeks/feature.ts';
import { wishFeature } from './wishes/feature.ts';

export type { Checkpoint };
/** The moments of a change of lessons at which a test lets the process die. */
export type TimetableCheckpoint =
  | RecitalCheckpoint
  | PlanCheckpoint
  | ClosureCheckpoint
  | CopyCheckpoint
  | AwayCheckpoint;

/** What features are made from. */
export type FeatureOptions = {
  config: Config;
  readSchool: ReadSchool;
  db: Kysely<Database>;
  now: () => number;
  /** Sends a mail directly, without the outbox, where the caller waits for it. */
  send: SendMail;
  /** What this process claims work by. */
  lease: Leases;
  tokens: AccessTokens;
  identity: IdentityProvider;
  askedSince: AskedSince;
  cards: CardPayments;
  /** Where the files of lessons are kept. */
  files: FileStore;
  /** Is told when pages show other content, or will. */
  changes: Pick<ContentChanges, 'changed' | 'willChange'>;
  /** Lets the job of this name look at once. */
  wake: (job: string) => void;
  /** How the copy for rehearsals is asked for; absent where none can be. */
  askCopy?: AskCopy | undefined;
  logError: (error: unknown) => void;
  /** False for a school without waiting lists. */
  hasWaitlist?: boolean;
  /** Is notified of the moments at which a test lets the process die. */
  checkpoint?: (at: Checkpoint | TimetableCheckpoint) => void;
};

/** Paying, with the seats that are paid for and anyone who waits for one. */
export function openPayments(
  options: Omit<FeatureOptions, 'tokens' | 'identity' | 'askedSince' | 'changes' | 'send' | 'files'> & {
    /** Is notified when pages show other classes or instructors. */
    changed: () => void;
  },
): Payments {
  const { hasWaitlist = true, checkpoint } = options;
  const seats = openSeats({ expireHolds, queue: hasWaitlist ? waitlistQueue : undefined, checkpoint });
  return paymentsOf({ ...options, seats });
}

/** Every feature of the school. */
export function openFeatures(options: FeatureOptions): Feature[] {
  const { config, readSchool, db, now, send, lease, tokens, identity, changes, hasWaitlist = true } = options;
  const { rateLimitFactor } = config;
  const outside = { allowedHosts: config.webhookAllowedHosts, isCutOff: config.rehearsal !== undefined };
  const isSchoolPicture = schoolPictures(config);
  const render = markdownRenderer({ isSchoolPicture });
  const changed = () => changes.changed(['classes', 'instructors']);
  const proofs = openProofs({ db, config, now });
  const payments = openPayments({ ...options, changed });
  const { needsProvedAddress, familyHoldsPercent, wake } = payments;
  const showAnew = () => changes.changed(['classes', 'timetable', 'instructors', 'blogs']);
  const erasing = { rows: ROWS, seats: payments.seats };
  return [
    orderFeature({ ...payments, deleteEntriesOf }),
    enrolmentFeature({ payments, readSchool }),
    ledgerFeature(payments),
    refundFeature(payments),
    // Before what goes back by it.
    callOffFeature({ payments, config, readSchool, wake: options.wake }),
    mandateFeature({
      payments,
      readSchool,
      isPayable: isFamilyPaymentOpen,
      isCardNeeded,
      wake: options.wake,
    }),
    familyPaymentFeature(payments),
    instalmentFeature({ payments, readSchool }),
    paymentFeature({
      payments,
      rateLimitFactor,
      noteEvent: () => proofs.noteOnce('card-events'),
      willChange: (at) => changes.willChange('classes', at),
    }),
    reservationFeature({ payments, readSchool, wake: options.wake }),
    classFeature({
      db,
      seats: payments.seats,
      strikeDebts,
      updateTeacherOfPlans,
      resubmitReview,
      readSchool,
      now,
      changed,
    }),
    ...(hasWaitlist
      ? [waitlistFeature({ db, readSchool, now, needsProvedAddress, familyHoldsPercent, changed, wake })]
      : []),
    wishFeature({
      db,
      seats: payments.seats,
      readSchool,
      now,
      needsProvedAddress,
      changed: () => changes.changed(['wishes']),
      wake,
    }),
    planFeature({
      db,
      seats: payments.seats,
      readSchool,
      now,
      changed: () => changes.changed(['classes', 'timetable']),
      checkpoint: options.checkpoint,
    }),
    selectionFeature({ db, readSchool, now }),
    lessonFeature({ db, now, readSchool }),
    timetableFeature({ db, readSchool, now, willChange: (at) => changes.willChange('timetable', at) }),
    changeFeature({ db, readSchool }),
    familyFeature({ db, now, readSchool, needsProvedAddress, rateLimitFactor, rows: ROWS }),
    rosterFeature({ db, readSchool, now }),
    materialFeature({
      db,
      readSchool,
      files: options.files,
      maxBytes: config.files.maxBytes,
      dataDir: config.dataDir,
      now,
    }),
    registerFeature({ db, readSchool, now }),
    weekFeature({ db, readSchool, now }),
    reportFeature({ db, readSchool, now }),
    reconciliationFeature(payments),
    chargeFeature({ db, readSchool, now }),
    statementFeature({ db, readSchool, now }),
    keyFeature({ db, readSchool, now }),
    absenceFeature({ db, now, readSchool }),
    calendarFeature({
      db,
      readSchool,
      now,
      currentEpoch: identity.currentEpoch,
      originOf: (request) => originOf(config, request),
    }),
    busyFeature({
      db,
      readSchool,
      now,
      lease,
      ...outside,
      rateLimitFactor,
      logError: options.logError,
    }),
    mailFeature({ db, now }),
    circularFeature({ db, config, readSchool, now, wake: options.wake }),
    webhookFeature({
      db,
      now,
      lease,
      currentEpoch: identity.currentEpoch,
      ...outside,
      rateLimitFactor,
      logError: options.logError,
    }),
    blogFeature({
      db,
      now,
      readSchool,
      render,
      isSchoolPicture,
      rateLimitFactor,
      resubmitReview,
      willChange: (at) => changes.willChange('blogs', at),
    }),
    reviewFeature({ db, seats: payments.seats, readSchool, now }),
    markdownFeature({ render, rateLimitFactor }),
    roomFeature({ db, now }),
    termFeature({ db, now, payments, checkpoint: options.checkpoint }),
    closureFeature({ db, now, checkpoint: options.checkpoint }),
    awayFeature({ db, now, readSchool, checkpoint: options.checkpoint }),
    textFeature({ db, now, render, readSchool }),
    goLiveFeature({ db, config, readSchool, proofs, send, now }),
    rehearsalFeature({
      db,
      config,
      readSchool,
      proofs,
      now,
      askCopy: options.askCopy,
      originOf: (request) => originOf(config, request),
    }),
    schoolFeature({ db, now, readSchool, isSchoolPicture, keepCancelUntil }),
    questionFeature({ db, now, rateLimitFactor }),
    instructorFeature({ db, now }),
    learnerFeature({
      db,
      now,
      readSchool,
      ...erasing,
      wake,
      needsProvedAddress,
      rateLimitFactor,
      currentEpoch: identity.currentEpoch,
      byAddress: identity.byAddress,
      nameAccount: nameUser,
    }),
    invitationFeature({
      db,
      now,
      readSchool,
      rateLimitFactor,
      rows: ROWS,
      currentEpoch: identity.currentEpoch,
      byAddress: identity.byAddress,
      accounts: {
        register: (person, moment) => registerByLink(db, person, { now: moment, rows: ROWS }),
        endSignIns: (tx, userid, moment) =>
          endEverySignInOf(tx, userid, { showAnew, now: moment, rows: ROWS }),
        prove: proveByLink,
        lockAdmins,
        changeRole: changeRoleIn,
      },
    }),
    importFeature({ db, now, readSchool, rows: ROWS, payments }),
    accountFeature({
      db,
      now,
      identity,
      ...erasing,
      erased: () => {
        changes.changed(['classes', 'timetable', 'instructors', 'blogs']);
        wake();
      },
    }),
    userFeature({
      db,
      now,
      tokens,
      identity,
      askedSince: options.askedSince,
      changed: () => changes.changed(['classes', 'timetable', 'instructors']),
      showAnew,
      refuseErased: (person) => refuseErased(db, identity, person),
      adminEmail: config.admin?.email,
      rows: ROWS,
    }),
    v1Feature({ db, readSchool, now }),
    siteFeature({ db, now }),
    invoiceFeature({ db, readSchool, now }),
    billingFeature({ payments, readSchool, wake: options.wake, issueOpen: issueOpenIn }),
    instrumentFeature({ db, now }),
    discountFeature({ db, now }),
    debtFeature({ payments, config, readSchool, wake: options.wake }),
    recitalFeature({
      db,
      readSchool,
      now,
      originOf: (request) => originOf(config, request),
      checkpoint: options.checkpoint,
    }),
  ];
}
