import type { Generated } from 'kysely';
import type { InvitedRole } from '#contract/invitations/calls.ts';
import type { LinkEnd } from '#contract/mailed-links.ts';

/** Someone who is asked by mail to run the school; nothing of it is public before it is accepted. */
export type InvitationRow = {
  _id: string;
  /** SHA-256 of the token in the mail. */
  hash: string;
  email: string;
  /** As the admin typed it. */
  name: string;
  role: InvitedRole;
  /** The ids of classes that they are given once they accept, with spaces between them. */
  classids: string;
  /** The admin who invited. */
  byid: string;
  until: number;
  /** How it ended; null while it is open, and where it has run out. */
  ended: Generated<LinkEnd | null>;
  createdat: number;
};
