import * as z from 'zod';
import { BLOG_STATES } from '#contract/blogs/calls.ts';
import { GUEST_KINDS } from '#contract/catchups/calls.ts';
import { CHANGE_ACTIONS, CHANGE_SUBJECTS } from '#contract/changes/calls.ts';
import { CHARGE_KINDS } from '#contract/charges/calls.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { LanguageCode } from '#contract/fields.form.ts';
import { INSTALMENT_STATES } from '#contract/instalments/calls.ts';
import { InstructorProfile } from '#contract/instructors/schema.ts';
import { Invoice } from '#contract/invoices/schema.ts';
import { Rights } from '#contract/learners/schema.ts';
import { SavedCard } from '#contract/mandates/schema.ts';
import { PaidByHand } from '#contract/payments/answers.schema.ts';
import { MOVEMENTS } from '#contract/payments/calls.ts';
import { ById, Deleted, Flag, Id, Moment, Money, SignedMoney, Updated } from '#contract/primitives.schema.ts';
import { NAME_CONSENTS } from '#contract/recitals/calls.ts';
import { ATTENDANCE_STATES } from '#contract/registers/calls.ts';
import { TEXT_SLUGS } from '#contract/texts/calls.ts';
import { User } from '#contract/users/schema.ts';
import { accountCalls, SET_UP_KINDS } from './calls.ts';
import { ContactDraft } from './contact-form.ts';

/** A browser in which the account is signed in. */
export const SignInSession = z
  .object({
    _id: Id,
    useragent: z.string(),
    createdat: Moment,
    seenat: Moment,
    /** Whether it is the caller's own browser. */
    current: z.boolean(),
  })
  .meta({ id: 'SignInSession' });

/** The account or learner that a row belongs to. */
const ofLearner = { learnerid: Id, learnername: z.string() };
const ofLesson = { ...ofLearner, lessonid: Id, classid: Id, classname: z.string(), startsat: Moment };

/** A learner with the details that the family entered. */
const OwnLearner = z.object({
  ...ofLearner,
  born: z.iso.date().nullable(),
  note: z.string().nullable(),
  self: Flag,
  createdat: Moment,
});

/** Everything the school keeps about an account, as its owner may download it. */
export const AccountData = z
  .object({
    profile: User.extend({
      createdat: Moment,
      phone: z.string().optional(),
      street: z.string().optional(),
      postcode: z.string().optional(),
      town: z.string().optional(),
      /** What the office noted of the family. */
      note: z.string().optional(),
      emergencyname: z.string().optional(),
      emergencyphone: z.string().optional(),
      language: z.string().optional(),
    }),
    /** Places of before, from when to when. */
    pastplaces: z
      .array(z.object({ ...ofLearner, classid: Id, classname: z.string(), begunat: Moment, endedat: Moment }))
      .optional(),
    /** What was marked in registers, with what the teacher wrote. */
    attendance: z
      .array(z.object({ ...ofLesson, state: z.enum(ATTENDANCE_STATES), note: z.string().nullable() }))
      .optional(),
    /** Lessons of which it was said before that they would be missed. */
    absences: z.array(z.object({ ...ofLesson, words: z.string().nullable(), createdat: Moment })).optional(),
    /** Lessons of other classes, in place of a missed one or as a trial. */
    guests: z
      .array(
        z.object({
          ...ofLesson,
          kind: z.enum(GUEST_KINDS),
          fromlessonid: Id.nullable(),
          createdat: Moment,
        }),
      )
      .optional(),
    /** The account's own learner and its children. */
    learners: z.array(OwnLearner),
    /** Other guardians of these learners. */
    guardians: z.array(Rights.extend({ learnerid: Id, name: z.string() })),
    /** Learners of other accounts that this account is a guardian of. */
    guarded: z.array(z.object({ learnerid: Id, learnername: z.string() })),
    selections: z.array(z.object({ ...ofLearner, classid: Id, classname: z.string(), createdat: Moment })),
    enrolments: z.array(
      z.object({
        ...ofLearner,
        classid: Id,
        classname: z.string(),
        transactionId: z.string(),
        price: Money,
        currency: z.string(),
        date: Moment,
      }),
    ),
    waitlist: z.array(
      z.object({
        ...ofLearner,
        classid: Id,
        classname: z.string(),
        state: z.string(),
        createdat: Moment,
      }),
    ),
    /** What these learners would like to learn. */
    wishes: z
      .array(
        z.object({
          ...ofLearner,
          instrumentname: z.string(),
          level: z.string().nullable(),
          group: z.string().nullable(),
          /** When it suits, on the school's clocks; 1 is Monday. */
          hours: z.array(z.object({ weekday: z.int(), from: z.string(), to: z.string() })),
          createdat: Moment,
          endsat: Moment,
        }),
      )
      .optional(),
    payments: z.array(
      z.object({
        _id: Id,
        classid: Id.nullable(),
        amount: Money,
        currency: z.string(),
        state: z.string(),
        transactionId: z.string().nullable(),
        reason: z.string().nullable(),
        createdat: Moment,
        /** What was agreed to with instalments, and when. */
        words: z.string().optional(),
        agreedat: Moment.optional(),
      }),
    ),
    /** The invoices and credit notes that it was sent. */
    invoices: z.array(Invoice).optional(),
    /** The instalments that the account agreed to; the first of an invoice that was paid so has the words of it. */
    instalments: z
      .array(
        z.object({
          invoice: z.string(),
          number: z.int(),
          day: z.iso.date(),
          amount: Money,
          state: z.enum(INSTALMENT_STATES),
          words: z.string().optional(),
          agreedat: Moment.optional(),
        }),
      )
      .optional(),
    /** What the account was charged, or credited, beside its places. */
    charges: z
      .array(
        z.object({
          _id: Id,
          kind: z.enum(CHARGE_KINDS),
          label: z.string(),
          amount: SignedMoney,
          currency: z.string(),
          day: z.iso.date(),
          learnername: z.string().nullable(),
          createdat: Moment,
        }),
      )
      .optional(),
    /** What the account paid for no single place; the rest is in `payments`. */
    movements: z
      .array(
        z.object({
          _id: Id,
          kind: z.enum(MOVEMENTS),
          amount: Money,
          day: z.iso.date().nullable(),
          createdat: Moment,
        }),
      )
      .optional(),
    /** What these learners were given in lessons: what to practise, and which files. */
    materials: z.array(
      z.object({
        ...ofLearner,
        classname: z.string(),
        day: z.iso.date(),
        markdown: z.string(),
        files: z.array(z.object({ name: z.string(), bytes: z.int() })),
      }),
    ),
    /** The days on which these learners practised. */
    practised: z.array(z.object({ ...ofLearner, day: z.iso.date() })),
    /** What these learners play in recitals, and how the family lets them be named. */
    recitals: z
      .array(
        z.object({
          ...ofLearner,
          recital: z.string(),
          day: z.iso.date(),
          title: z.string(),
          composer: z.string(),
          name: z.enum(NAME_CONSENTS).nullable(),
        }),
      )
      .optional(),
    /** Texts of the school that were accepted at registration. */
    consents: z.array(z.object({ slug: z.enum(TEXT_SLUGS), version: z.int(), createdat: Moment })),
    posts: z.array(
      z.object({
        _id: Id,
        title: z.string(),
        blog: z.string(),
        state: z.enum(BLOG_STATES),
        time: Moment,
      }),
    ),
    /** What the account wrote beside classes and posts for their teachers, and what it answered. */
    reviewnotes: z
      .array(
        z.object({
          about: z.string(),
          words: z.string().nullable(),
          proposal: z.string().nullable(),
          createdat: Moment,
        }),
      )
      .optional(),
    reviewanswers: z
      .array(z.object({ about: z.string(), answer: z.string().nullable(), answeredat: Moment.nullable() }))
      .optional(),
    /** Posts that the account likes. */
    reactions: z.array(z.object({ blogid: Id, title: z.string(), createdat: Moment })),
    /** The account's questions to the school, with the answers. */
    questions: z.array(
      z.object({
        text: z.string(),
        answer: z.string().nullable(),
        createdat: Moment,
        answeredat: Moment.nullable(),
      }),
    ),
    /**
     * The lines of the school's log about what the account did, and what was done to it or for its learners.
     */
    log: z.array(
      z.object({
        createdat: Moment,
        about: z.enum(CHANGE_SUBJECTS),
        action: z.enum(CHANGE_ACTIONS),
        subjectname: z.string(),
        learnername: z.string().nullable(),
        byself: z.boolean(),
      }),
    ),
    sessions: z.array(SignInSession),
    /** Saved cards, with the consent to each. */
    cards: z.array(SavedCard.omit({ _id: true })).optional(),
    /** When the address of the calendar was made. */
    calendar: z.object({ createdat: Moment }).optional(),
    /** The host of the calendar that the school reads; its address is a secret. */
    busy: z.object({ host: z.string(), createdat: Moment }).optional(),
    /** The account's public profile as an instructor. */
    teaching: InstructorProfile.pick({ words: true, instruments: true }).optional(),
  })
  .meta({ id: 'AccountData' });

const PaidPlace = z.object({
  ...ofLearner,
  classname: z.string(),
  price: Money,
  /** The part that is kept for lessons that were held; absent where everything is refunded. */
  earned: Money.optional(),
  currency: z.string(),
  paidby: PaidByHand,
  /** The day of a trial lesson of the class; absent of a place in it. */
  trialday: z.iso.date().optional(),
});

/** What the owner would lose by deleting the account now. */
export const Erasure = z
  .object({
    /** Places that can still be cancelled and are refunded. */
    refunds: z.array(PaidPlace),
    /** Places that can no longer be cancelled. */
    forfeits: z.array(PaidPlace),
    /** Names of the classes that the account or a child is waiting for, with the child's name. */
    waitlist: z.array(z.string()),
    /** The children: each leaves the school with the account, unless a guardian who may pay keeps it. */
    children: z.array(z.object({ ...ofLearner, keptby: z.string().nullable() })).optional(),
    /** Classes that would be left without a teacher. */
    teaches: z.array(z.object({ classname: z.string(), enrolledstudents: z.int() })),
    /** True where the account cannot be deleted yet. */
    onlyadmin: z.boolean(),
    /**
     * What is open between the account and the school once it is gone, which the school's books keep; absent where
     * nothing is.
     */
    owed: z
      .object({
        /** What is owed; negative where the school owes it. It is the sum of what follows. */
        balance: SignedMoney,
        currency: z.string(),
        /** Invoices, with what is open of each. */
        invoices: z.array(z.object({ number: z.string(), open: Money })),
        /** Places that are owed and that no invoice says. */
        places: z.array(z.object({ ...ofLearner, classname: z.string(), price: Money })),
        /** Other charges; negative where more was paid or credited. */
        others: SignedMoney,
      })
      .optional(),
  })
  .meta({ id: 'Erasure' });

/** A guardian, an offer, a key and the like: `title` names it, `detail` says more. */
const SetUp = z.object({
  kind: z.enum(SET_UP_KINDS),
  id: Id,
  title: z.string(),
  detail: z.string().nullable(),
  createdat: Moment,
});

export const Recovery = z
  .object({
    /** When the account was recovered, and what that ended; null once its owner has looked at it. */
    recovered: z.object({ at: Moment, ended: z.array(SetUp) }).nullable(),
    /** Rights that work without a sign-in. */
    goeson: z.array(SetUp),
  })
  .meta({ id: 'Recovery' });

/** How the school reaches the account's owner, and the emergency contact; null where not entered. */
export const Contact = z
  .object({
    phone: z.string().nullable(),
    emergencyname: z.string().nullable(),
    emergencyphone: z.string().nullable(),
  })
  .meta({ id: 'Contact' });

export const accountEndpoints = withSchemas(accountCalls, {
  listSessions: {
    summary: 'The browsers in which the caller is signed in, the latest first.',
    response: { 200: z.array(SignInSession) },
  },
  endSession: {
    summary: 'Signs one browser of the caller out; `current` is the one that asks.',
    unlogged: 'One’s own sign-ins.',
    refusals: ['session-not-found'],
    params: ById,
    response: { 200: Updated },
  },
  endSessions: {
    summary: 'Signs the person out everywhere, at the identity service too.',
    unlogged: 'One’s own sign-ins; what else ends with them is in the log.',
    refusals: ['provider-unavailable'],
    response: { 200: Updated },
  },
  readRecovery: {
    summary:
      'Rights of the caller’s account that work without a sign-in, and what ended when it was last recovered.',
    response: { 200: Recovery },
  },
  endSetUp: {
    summary: 'Ends one thing of that list.',
    refusals: ['set-up-not-found', 'account-teaches', 'last-admin', 'changed-meanwhile'],
    params: z.object({ kind: z.enum(SET_UP_KINDS), id: Id }),
    response: { 200: Deleted },
  },
  endAllSetUp: {
    summary: 'Ends everything on that list that can be ended at once, and says how much.',
    response: { 200: Deleted },
  },
  closeRecovery: {
    summary: 'Notes that the caller has seen what ended and what keeps working.',
    unlogged: 'Notes that something was read.',
    response: { 200: Updated },
  },
  makeRecoveryCodes: {
    summary:
      'Makes ten recovery codes for the caller’s second factor, in place of those before. They are told this once.',
    unlogged: 'One’s own; the account is told by mail.',
    refusals: ['second-factor-missing', 'second-factor-elsewhere'],
    response: { 200: z.object({ codes: z.array(z.string()) }) },
  },
  readContact: {
    summary: 'How the school reaches the caller, and whom it calls in an emergency.',
    refusals: ['email-not-verified'],
    response: { 200: Contact },
  },
  writeContact: {
    summary:
      'Changes that. The office sees it; of the emergency contact, teachers see it on the day of a lesson.',
    unlogged: 'One’s own; the family’s page shows it as it is.',
    refusals: ['email-not-verified'],
    body: ContactDraft,
    response: { 200: Updated },
  },
  writeLanguage: {
    summary: 'Chooses the language that the school writes to the caller in; null for the school’s default.',
    unlogged: 'One’s own.',
    body: z.object({ language: z.nullable(LanguageCode) }),
    response: { 200: Updated },
  },
  readAccountData: { summary: 'Everything the school keeps of the caller.', response: { 200: AccountData } },
  readErasure: {
    summary: 'What the caller would give up by deleting the account now.',
    refusals: ['email-not-verified'],
    response: { 200: Erasure },
  },
  keepAccount: {
    summary: 'Keeps an account whose deletion was asked for and has not been done yet.',
    unlogged: 'One’s own, and nothing has happened to the account yet.',
    refusals: ['account-stays', 'session-ended'],
    response: { 200: Updated },
  },
  deleteAccount: {
    summary:
      'Asks for the account to be deleted, which is done after seven days, at the identity service too; until then it is signed out everywhere, and can be kept.',
    unlogged: 'One’s own; nothing has happened yet, and lines about the account lose its name once it has.',
    refusals: [
      'last-admin',
      'email-not-verified',
      'account-erased',
      'erasure-unfinished',
      'provider-unavailable',
    ],
    response: { 200: Deleted },
  },
});
