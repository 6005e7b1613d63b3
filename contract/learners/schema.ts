import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { Email, requiredName } from '#contract/fields.form.ts';
import { LINK_REFUSALS, LINK_STEPS } from '#contract/mailed-links.ts';
import {
  ByEmail,
  ById,
  ByToken,
  Deleted,
  Flag,
  Id,
  Inserted,
  Moment,
  Updated,
} from '#contract/primitives.schema.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { PasswordChosen } from '#contract/users/schema.ts';
import { CLAIM_KINDS, learnerCalls } from './calls.ts';
import { LearnerDraft } from './form.ts';

/** A learner as the payer and guardians see them. */
export const Learner = z
  .object({
    _id: Id,
    /** Both null for the account's own learner, whose name is the account's. */
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    learnername: z.string(),
    born: z.iso.date().nullable(),
    /** A note for teachers, such as allergies or who collects the child. */
    note: z.string().nullable(),
    /** Whether a reminder is mailed the evening before a lesson. */
    reminds: Flag,
    /** Whether it is the caller's own learner. */
    self: Flag,
    /** Whether the caller is their payer; else another account is, and the caller guards them. */
    own: Flag,
    mayenrol: Flag,
    maypay: Flag,
  })
  .meta({ id: 'Learner' });

/** What the caller read of a learner; the fields that are sent are compared. */
export const SeenLearner = Learner.pick({
  firstname: true,
  lastname: true,
  born: true,
  note: true,
}).partial();

/**
 * A guardian's rights in addition to seeing the child: choose and cancel classes, pay for them, get mails.
 */
export const Rights = z.object({ mayenrol: Flag, maypay: Flag, getsmail: Flag });

const ClaimKind = z.enum(CLAIM_KINDS);

export const GuardianOf = Rights.extend({ userid: Id, name: z.string(), email: z.string().nullable() });
export const InvitedGuardian = Rights.extend({ email: z.string(), until: Moment });

/** Other guardians of the caller's learners, and those who are invited. */
export const Guardians = z
  .object({
    guardians: z.array(GuardianOf.extend({ learnerid: Id })),
    claims: z.array(InvitedGuardian.extend({ learnerid: Id, kind: ClaimKind })),
    /** Learners who have moved to their own account, and until when the caller can undo it. */
    takeovers: z.array(
      z.object({
        learnerid: Id,
        learnername: z.string(),
        name: z.string(),
        email: z.string(),
        until: Moment,
      }),
    ),
  })
  .meta({ id: 'Guardians' });

/**
 * An invitation. Of a take-over the rights are those that the payer keeps; no rights mean that the payer
 * keeps none.
 */
export const Claim = Rights.extend({
  kind: ClaimKind,
  /** The account that invites. */
  byname: z.string(),
  /** The child, or the whole family. */
  learnernames: z.array(z.string()),
  until: Moment,
  /** The address that the mail was sent to. */
  email: z.string(),
  step: z.enum(LINK_STEPS),
  /** The recipient's probable name, as far as the school knows it. */
  name: z.string().nullable(),
}).meta({ id: 'Claim' });

export const AcceptedClaim = z
  .object({
    kind: ClaimKind,
    learnerid: Id,
    /** A child of the caller with the same name and date of birth: the school can merge the two. */
    sameas: Id.nullable(),
  })
  .meta({ id: 'AcceptedClaim' });

/** `changed`: an accepted guardian has the new rights; `asked`: the request was mailed to the address. */
export const Asked = z.object({ result: z.enum(['asked', 'changed']) });

export const ASK_REFUSALS = [
  'learner-not-found',
  'claim-own-address',
  'email-not-verified',
  'too-many-requests',
] as const;

export const learnerEndpoints = withSchemas(learnerCalls, {
  listLearners: {
    summary:
      'Who the caller may act for: themselves, their children, and the children of others that they guard.',
    response: { 200: z.array(Learner) },
  },
  addLearner: {
    summary: 'Adds a child to the caller’s account.',
    unlogged: 'The family’s own; its page shows the children as they are.',
    refusals: ['too-many-learners'],
    body: LearnerDraft,
    response: { 200: Inserted },
  },
  updateLearner: {
    summary:
      'Changes what is said of a learner, and whether its lessons are reminded of. Names of oneself are the account’s.',
    unlogged: 'The family’s own; its page shows the children as they are.',
    refusals: ['learner-not-found', 'learner-is-self', 'changed-meanwhile'],
    params: ById,
    body: z
      .object({ ...LearnerDraft.shape, reminds: Flag })
      .partial()
      .extend({ was: SeenLearner.optional() }),
    response: { 200: Updated },
  },
  deleteLearner: {
    summary: 'Takes a child off the caller’s account, with its selections and waiting lists.',
    unlogged: 'The family’s own, and its name would be gone with it.',
    refusals: [
      'learner-not-found',
      'learner-is-self',
      'learner-enrolled',
      'learner-given-lately',
      'learner-merged-lately',
    ],
    params: ById,
    response: { 200: Deleted },
  },
  offerTakeover: {
    summary:
      'Asks the owner of an email address to take a learner over. The rights are those that the caller keeps.',
    refusals: [...ASK_REFUSALS, 'learner-is-self'],
    params: ById,
    body: Rights.extend({ email: Email }),
    response: { 200: Asked },
  },
  takeBackLearner: {
    summary:
      'Takes a learner back to the account that gave them one of their own, within seven days: that account may, and admins.',
    refusals: ['takeover-not-found'],
    params: ById,
    response: { 200: Updated },
  },
  listGuardians: {
    summary: 'Who looks after the caller’s learners beside the caller, and who is asked to.',
    response: { 200: Guardians },
  },
  saveGuardian: {
    summary: 'Invites a guardian of a learner of the caller’s by mail, or changes a guardian’s rights.',
    refusals: ASK_REFUSALS,
    body: Rights.extend({ learnerid: Id, email: Email }),
    response: { 200: Asked },
  },
  deleteGuardian: {
    summary: 'Removes a guardian of a learner; for the payer and for the guardian.',
    refusals: ['learner-not-found', 'guardian-not-found'],
    params: z.object({ learnerid: Id, userid: Id }),
    response: { 200: Deleted },
  },
  withdrawClaim: {
    summary: 'Withdraws the invitation of an address.',
    refusals: ['learner-not-found', 'claim-not-found'],
    params: z.object({ learnerid: Id, ...ByEmail.shape }),
    response: { 200: Deleted },
  },
  readClaim: {
    summary: 'What the recipient of the mail is asked to accept, and what they do next.',
    refusals: [...LINK_REFUSALS, 'provider-unavailable'],
    params: ByToken,
    response: { 200: Claim },
  },
  openClaimedAccount: {
    summary:
      'Gives the recipient of the mail an account with a password, unless theirs is proved already: the link proves the address.',
    unlogged: 'Opens an account as registering does; that what is asked is accepted is in the log.',
    refusals: [...LINK_REFUSALS, 'claim-sign-in', 'provider-unavailable'],
    params: ByToken,
    body: z.object({ password: PasswordChosen, name: requiredName(NAME_MAX, 'users.enter_your_name') }),
    response: { 200: z.object({ email: z.string() }) },
  },
  acceptClaim: {
    summary: 'Accepts it, signed in with the proved address that the mail went to.',
    refusals: [...LINK_REFUSALS, 'email-not-verified'],
    params: ByToken,
    response: { 200: AcceptedClaim },
  },
});
