import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { requiredName } from '#contract/fields.form.ts';
import { LINK_REFUSALS, LINK_STEPS } from '#contract/mailed-links.ts';
import { ById, ByToken, Deleted, Id, Inserted, Moment } from '#contract/primitives.schema.ts';
import { CONSENT_SLUGS } from '#contract/texts/calls.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { PasswordChosen } from '#contract/users/schema.ts';
import { INVITED_ROLES, invitationCalls } from './calls.ts';
import { InvitationDraft } from './form.ts';
import { invitationOfficeCalls } from './office-calls.ts';

const InvitedRole = z.enum(INVITED_ROLES);

const Invited = z.object({
  name: z.string(),
  /** The address that the mail was sent to. */
  email: z.string(),
  role: InvitedRole,
  /** The admin who invites. */
  byname: z.string(),
  /** When its link ends. */
  until: Moment,
});

export const Invitation = Invited.extend({
  _id: Id,
  /** What an instructor is given once they accept. */
  classes: z.array(z.object({ _id: Id, classname: z.string() })),
  createdat: Moment,
}).meta({ id: 'Invitation' });

export const MailedInvitation = Invited.extend({
  step: z.enum(LINK_STEPS),
  /** The names of the classes that they will teach. */
  classnames: z.array(z.string()),
}).meta({ id: 'MailedInvitation' });

/** A text that is agreed to, as it was read. */
const Agreed = z.object({ slug: z.enum(CONSENT_SLUGS), version: z.int().min(0) });

const sending = ['account-has-role', 'class-not-found', 'too-many-requests'] as const;

export const invitationEndpoints = withSchemas(
  { ...invitationCalls, ...invitationOfficeCalls },
  {
    listInvitations: {
      summary: 'Who is invited to run the school and has not accepted yet, the newest first.',
      response: { 200: z.array(Invitation) },
    },
    addInvitation: {
      summary:
        'Invites someone to run the school, by a mail with a link of 14 days; it replaces an earlier one to the address.',
      refusals: sending,
      body: InvitationDraft,
      response: { 200: Inserted },
    },
    withdrawInvitation: {
      summary: 'Withdraws an invitation: its link works no more.',
      refusals: ['invitation-not-found'],
      params: ById,
      response: { 200: Deleted },
    },
    sendInvitationAgain: {
      summary: 'Mails an invitation again, with a new link of 14 days. Answers its new id.',
      refusals: ['invitation-not-found', ...sending],
      params: ById,
      response: { 200: Inserted },
    },
    readInvitation: {
      summary: 'What the recipient of the mail is asked to accept, and what they do next.',
      refusals: [...LINK_REFUSALS, 'provider-unavailable'],
      params: ByToken,
      response: { 200: MailedInvitation },
    },
    acceptInvitation: {
      summary:
        'Accepts it: signed in with the proved address that the mail went to, or with a password, which makes an account or takes over one that was never proved.',
      refusals: [
        ...LINK_REFUSALS,
        'unauthenticated',
        'claim-sign-in',
        'email-not-verified',
        'consent-required',
        'account-leaving',
        'last-admin',
        'teacher-taken',
        'provider-unavailable',
      ],
      params: ByToken,
      body: z.object({
        password: z.optional(PasswordChosen),
        name: z.optional(requiredName(NAME_MAX, 'users.enter_your_name')),
        /** The school's terms and privacy policy, where they are written and an account is made. */
        agrees: z.array(Agreed).max(CONSENT_SLUGS.length).optional(),
      }),
      response: { 200: z.object({ result: z.literal('accepted'), role: InvitedRole }) },
    },
  },
);
