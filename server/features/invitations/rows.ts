import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { say } from '#server/jobs/letter.ts';
import { deleteInvitationsTo, findOpen, type InvitationRow } from './queries.ts';
import { logInvitation, withdrawInvitations } from './withdraw.ts';

const DAY_MS = 24 * 60 * 60_000;

const setUpOf = ({ _id: id, name, role, email, createdat }: InvitationRow): SetUp => ({
  kind: 'invitation',
  id,
  title: say('invitations.set_up', { name, role }),
  detail: email,
  createdat,
});

export const invitationRows = {
  invitations: {
    columns: { byid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own, made by an admin; who is invited has the mail.' },
    async erase(tx, { _id: byid, email }, { now }) {
      // A link that has not been sent yet would lead to nothing.
      await withdrawInvitations(tx, { byid, now });
      if (email === null) return;
      await withdrawInvitations(tx, { email, now });
      await deleteInvitationsTo(tx, email);
    },
    example: ({ now, id, userid, number }) => [
      {
        _id: id('invitation'),
        hash: id('invited'),
        email: `invited-${number}@test.example`,
        name: 'Ida Quill',
        role: 'instructor',
        classids: '',
        byid: userid,
        until: now + DAY_MS,
        createdat: now,
      },
    ],
    small: 'Who runs a school are few, and what has ended goes after a month.',
    recovery: {
      endsWithRole: true,
      async ends(tx, { userid: byid, now }) {
        const open = await findOpen(tx, { byid, now });
        await withdrawInvitations(tx, { byid, now });
        for (const { _id, role } of open)
          await logInvitation(tx, { _id, role, action: 'invitation-withdrawn', actor: null, now });
        return open.map(setUpOf);
      },
      list: async (db, { userid: byid, now }) => (await findOpen(db, { byid, now })).map(setUpOf),
      async endOne(tx, { userid: byid, id: _id, now }) {
        const own = (await findOpen(tx, { byid, now })).find((one) => one._id === _id);
        if (!own) return false;
        await withdrawInvitations(tx, { _id, now });
        await logInvitation(tx, { ...own, action: 'invitation-withdrawn', actor: null, now });
        return true;
      },
    },
  },
} satisfies FeatureRows;
