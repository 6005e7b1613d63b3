import * as z from 'zod/mini';
import { Email, requiredName, says, TypedId } from '#contract/fields.form.ts';
import { NAME_MAX } from '#contract/users/calls.ts';
import { INVITED_CLASSES_MAX, INVITED_ROLES } from './calls.ts';

/** The invitation of someone to run the school; classes are for an instructor alone. */
export const InvitationDraft = z
  .object({
    name: requiredName(NAME_MAX, 'common.enter_name'),
    email: Email,
    role: z.enum(INVITED_ROLES, says('invitations.choose_role')),
    classids: z.optional(z.array(TypedId).check(z.maxLength(INVITED_CLASSES_MAX))),
  })
  .check(
    z.refine(({ role, classids = [] }) => role === 'instructor' || classids.length === 0, {
      ...says('invitations.classes_need_instructor'),
      path: ['classids'],
    }),
  );
