import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Email, says } from '#contract/fields.form.ts';
import { LearnerDraft } from '#contract/learners/form.ts';
import {
  ASK_REFUSALS,
  Asked,
  GuardianOf,
  InvitedGuardian,
  Rights,
  SeenLearner,
} from '#contract/learners/schema.ts';
import { HAND_KINDS, MOVEMENTS } from '#contract/payments/calls.ts';
import {
  ByEmail,
  ById,
  Deleted,
  Dry,
  Flag,
  Id,
  Limit,
  Moment,
  Money,
  SearchWords,
  SignedMoney,
} from '#contract/primitives.schema.ts';
import { ROLES } from '#contract/users/calls.ts';
import { familyCalls, OWING_MAX } from './calls.ts';
import { FamilyChange, FamilyDraft } from './form.ts';

const LearnerOfFamily = z.object({ _id: Id, learnername: z.string(), self: Flag });

export const FamilyHit = z
  .object({
    userid: Id,
    name: z.string(),
    email: z.string().nullable(),
    /** Absent where an API key asks. */
    phone: z.string().nullable().optional(),
    learners: z.array(LearnerOfFamily),
  })
  .meta({ id: 'FamilyHit' });

export const FamilySearch = z.object({
  items: z.array(FamilyHit),
  /** Whether more families match than are shown. */
  more: z.boolean(),
});

const OWING_PLACE_MAX = 80;

export const Owing = z.object({
  /** The place, the invoice, or the account whose charges no invoice says. */
  _id: Id,
  kind: z.enum(['place', 'invoice', 'charges']),
  /** The payer, or the learner's family where the payer has left; null once both have left. */
  userid: Id.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  /** Of a place alone. */
  learnername: z.string().optional(),
  classid: Id.optional(),
  classname: z.string().optional(),
  /** Of an invoice alone; places on it are listed as places. */
  number: z.string().optional(),
  dueday: z.iso.date().optional(),
  /** What is open of it. */
  price: Money,
  currency: z.string(),
  /** Since when. */
  date: Moment,
});

/** What stands, without a name, for an account that was deleted and whose books are not even. */
export const FormerFamily = z.object({
  userid: Id,
  /** `Former family`, with the day. */
  name: z.string(),
  erasedat: Moment,
  /** What is owed; negative where the school owes it. */
  balance: SignedMoney,
  currency: z.string(),
});

const FamilyEnrolment = z.object({
  _id: Id,
  classid: Id,
  classname: z.string(),
  learnerid: Id,
  learnername: z.string(),
  /** `expired`: it was owed to the school and ended unpaid. */
  state: z.enum(['enrolled', 'refund_due', 'refunded', 'refund_failed', 'expired']),
  /** How it was paid, or `owed`; absent where it is free. */
  paidby: z.enum(['card', ...HAND_KINDS, 'due']).optional(),
  price: Money,
  /** What of it is charged beside `price`, and paid by invoice; absent where nothing is. */
  rest: Money.optional(),
  returned: Money,
  /**
   * The part kept for lessons that were held, or that would be kept if the place were cancelled now; absent
   * where everything is refunded.
   */
  earned: Money.optional(),
  currency: z.string(),
  /** When it was paid, or begun if it was not paid. */
  date: Moment,
  reason: z.string().nullable(),
  /** The payer, where that is another account. */
  payer: z.object({ userid: Id, name: z.string() }).nullable(),
});

/** Money by card or by hand; a refund is a kind of its own, so the amount is never below zero. */
const FamilyMovement = z.object({
  _id: Id,
  date: Moment,
  kind: z.enum(MOVEMENTS),
  amount: Money,
  currency: z.string(),
  /** The classes that it paid for. */
  classnames: z.array(z.string()),
});

export const Family = z
  .object({
    user: z.object({
      _id: Id,
      name: z.string(),
      email: z.string().nullable(),
      /** Whether the address is confirmed. */
      emailverified: Flag,
      photoURL: z.string().nullable(),
      phone: z.string().nullable(),
      street: z.string().nullable(),
      postcode: z.string().nullable(),
      town: z.string().nullable(),
      /** The office's own note. */
      note: z.string().nullable(),
      /** Whether the office may change the address: no one has proved it. */
      mayaddress: z.boolean(),
      role: z.enum(ROLES),
      createdat: Moment,
      /** When the account will be deleted, where that was asked for. */
      leavesat: Moment.nullable(),
      /** When the account was deleted for which this one stands without a name; absent of others. */
      erasedat: Moment.optional(),
    }),
    learners: z.array(
      LearnerOfFamily.extend({
        firstname: z.string().nullable(),
        lastname: z.string().nullable(),
        born: z.iso.date().nullable(),
        note: z.string().nullable(),
        guardians: z.array(GuardianOf),
        /** Who is asked to look after them, too. */
        claims: z.array(InvitedGuardian),
      }),
    ),
    enrolments: z.array(FamilyEnrolment),
    /**
     * What the account owes the school for places and charges, and what the school owes the account by hand.
     */
    owed: Money,
    owedback: Money,
    movements: z.array(FamilyMovement),
    /** Recent mails to the account's address; `sentat` is null until a mail is sent. */
    mails: z.array(
      z.object({
        _id: Id,
        subject: z.string(),
        createdat: Moment,
        sentat: Moment.nullable(),
        failed: z.boolean(),
      }),
    ),
    /** Merges into this family that can still be undone. */
    merges: z.array(
      z.object({ _id: Id, kind: z.enum(['user', 'learner']), name: z.string(), until: Moment }),
    ),
    /**
     * Learners who left this family for their own account, or joined it from another, where that can still be
     * undone.
     */
    takeovers: z.array(
      z.object({ learnerid: Id, learnername: z.string(), from: z.string(), to: z.string(), until: Moment }),
    ),
  })
  .meta({ id: 'Family' });

/** The number of rows that moved, or would move. */
const Counts = z.object({
  learners: z.int(),
  enrolments: z.int(),
  orders: z.int(),
  selections: z.int(),
  waitlist: z.int(),
  guardians: z.int(),
});

export const Merge = z
  .object({
    /** Absent from a dry run. */
    insertedId: Id.optional(),
    kind: z.enum(['user', 'learner']),
    keep: z.object({ _id: Id, userid: Id, name: z.string(), email: z.string().nullable() }),
    drop: z.object({ _id: Id, userid: Id, name: z.string(), email: z.string().nullable() }),
    moved: Counts,
    /** Further consequences, as sentences. */
    notes: z.array(z.string()),
  })
  .meta({ id: 'Merge' });

const LearnerChange = z.object(LearnerDraft.shape).partial();

export const familyEndpoints = withSchemas(familyCalls, {
  searchFamilies: {
    summary:
      'Families by words in the name of the parent or of a child, in the address, or by four digits and more of the telephone number; by name.',
    querystring: z.object({ q: SearchWords }),
    response: { 200: FamilySearch },
  },
  listOwing: {
    summary:
      'What is owed to the school, the longest first: places, what else is open of invoices, and what no invoice says.',
    querystring: z.object({
      /** `date` and `_id`, with a point between them, of the sum after which the answer begins. */
      after: Id.max(OWING_PLACE_MAX).optional(),
      /** How many sums at most. */
      limit: Limit(OWING_MAX),
    }),
    response: { 200: z.array(Owing) },
  },
  listFormer: {
    summary:
      'What is open of accounts that were deleted, the latest first: each is a family without a name, whose debt is paid, reversed or written off as any other.',
    response: { 200: z.array(FormerFamily) },
  },
  readFamily: {
    summary: 'A family: the account, its children, their places and the money.',
    refusals: ['user-not-found'],
    params: z.object({ userid: Id }),
    response: { 200: Family },
  },
  addFamily: {
    summary:
      'Adds a family: a parent, with an address or without, and their children. The owner of the address is invited by a mail.',
    refusals: ['address-taken', 'too-many-learners'],
    body: FamilyDraft,
    response: { 200: z.object({ insertedId: Id }) },
  },
  updateFamily: {
    summary:
      'Changes what it names of a family. An address is added where there is none, and changed only while no one has proved it.',
    refusals: ['user-not-found', 'family-leaving', 'address-taken', 'address-proved', 'changed-meanwhile'],
    params: z.object({ userid: Id }),
    body: z.object({ ...FamilyChange.shape, was: z.optional(FamilyChange) }),
    response: { 200: z.object({ modifiedCount: z.int() }) },
  },
  addLearnerOf: {
    summary: 'Adds a child to a family.',
    refusals: ['user-not-found', 'family-leaving', 'too-many-learners'],
    params: z.object({ userid: Id }),
    body: LearnerDraft,
    response: { 200: z.object({ insertedId: Id }) },
  },
  updateLearnerOf: {
    summary: 'Changes what it names of a learner of a family; an account’s own name is the family’s.',
    refusals: ['user-not-found', 'learner-not-found', 'learner-is-self', 'changed-meanwhile'],
    params: z.object({ userid: Id, id: Id }),
    body: z.object({ ...LearnerChange.shape, was: SeenLearner.optional() }),
    response: { 200: z.object({ modifiedCount: z.int() }) },
  },
  saveGuardianOf: {
    summary:
      'Invites a guardian of a learner by mail in the name of the family, or changes a guardian’s rights; the family is told.',
    refusals: ['user-not-found', 'family-leaving', ...ASK_REFUSALS],
    params: z.object({ userid: Id, id: Id }),
    body: Rights.extend({ email: Email }),
    response: { 200: Asked },
  },
  endGuardianOf: {
    summary: 'Ends that an address guards a learner, or withdraws its invitation; the family is told.',
    refusals: ['user-not-found', 'learner-not-found', 'guardian-not-found'],
    params: z.object({ userid: Id, id: Id, ...ByEmail.shape }),
    response: { 200: Deleted },
  },
  mergeFamilies: {
    summary: 'Makes two accounts, or two children, one; with `dry` it only says what would happen.',
    refusals: [
      'user-not-found',
      'merge-of-one',
      'merge-unlike',
      'merge-role',
      'merge-leaving',
      'merge-unproved',
      'address-unproved',
      'merge-same-class',
      'merge-self',
      'too-many-learners',
    ],
    querystring: z.object({ dry: Dry }),
    body: z.object({
      keep: Id.min(1, says('families.say_kept')),
      drop: Id.min(1, says('families.say_dropped')),
    }),
    response: { 200: Merge },
  },
  undoMerge: {
    summary: 'Puts a merge of the last day apart again, and says what could not be put back.',
    refusals: ['merge-not-found', 'merge-final'],
    params: ById,
    response: { 200: z.object({ moved: Counts, left: z.array(z.string()) }) },
  },
});
