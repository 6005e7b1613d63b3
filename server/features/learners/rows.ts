import { sql } from 'kysely';
import type { FeatureRows } from '#server/features/feature.ts';
import { withdraw } from './claims/ask.ts';
import { deleteClaimsOf, deleteClaimsTo, deleteGuardiansOf, findGuardians } from './claims/queries.ts';
import { deleteTakeovers, takeoverMerging } from './claims/takeovers.ts';
import { findShownLearners } from './find-learner.ts';
import { findAllAccessible } from './queries.ts';
import { claimRecovery, guardianRecovery, takeoverRecovery } from './recovery.ts';

const DAY_MS = 24 * 60 * 60_000;

const ASKED_ANEW = 'The merge withdraws what was not yet accepted: it has to be asked anew.';

/**
 * Who learns, who guards them, and who is asked to. What an account guards and has asked goes with its row.
 */
export const learnerRows = {
  claims: {
    columns: {
      learnerid: {
        learner: { stays: ASKED_ANEW },
        inUse: {
          says: 'imports.in_use_invitation',
          where: (now) => sql`kind <> 'family' and until > ${now}`,
        },
      },
      byid: { account: { stays: ASKED_ANEW } },
    },
    export: { none: 'What was asked and not yet accepted is on the family’s page, and ends by itself.' },
    async eraseLearner(tx, learnerid, { now }) {
      await withdraw(tx, { learnerid, now });
      await deleteClaimsOf(tx, learnerid);
    },
    async erase(tx, { _id, email }, { now }) {
      // A link that has not been sent yet would lead to nothing.
      await withdraw(tx, { byid: _id, now });
      if (email === null) return;
      await withdraw(tx, { email, now });
      await deleteClaimsTo(tx, email);
    },
    example: ({ now, id, userid, childid }) => [
      {
        hash: id('claim'),
        kind: 'guardian',
        learnerid: childid,
        email: 'aunt@test.example',
        byid: userid,
        mayenrol: 1,
        maypay: 0,
        getsmail: 0,
        until: now + DAY_MS,
        createdat: now,
      },
    ],
    recovery: claimRecovery,
  },
  takeovers: {
    columns: {
      learnerid: {
        learner: { stays: 'A take-over is taken back of the entry that was taken over.' },
        inUse: { says: 'imports.in_use_own_account' },
      },
      fromid: { account: 'moves' },
      toid: { account: { merging: takeoverMerging } },
    },
    export: { none: 'What can be taken back for seven days is on the family’s page.' },
    eraseLearner: (tx, learnerid) => deleteTakeovers(tx, learnerid),
    example: ({ now, id, userid, childid, otherid, otherlearner }) =>
      [
        { _id: id('taken'), learnerid: childid, fromid: otherid, toid: userid },
        { _id: id('given'), learnerid: otherlearner, fromid: userid, toid: otherid },
      ].map((takeover) => ({
        ...takeover,
        firstname: null,
        lastname: null,
        until: now + DAY_MS,
        createdat: now,
      })),
    recovery: takeoverRecovery,
  },
  guardians: {
    columns: {
      learnerid: {
        learner: { stays: 'The merge joins guardians: no right is had twice, and none comes to more.' },
        inUse: { says: 'imports.in_use_other_guardian' },
      },
      userid: {
        account: { stays: 'The merge joins guardians: no account guards its own children.' },
        inUse: { says: 'imports.in_use_looks_after' },
      },
    },
    async export(db, { _id: callerid }) {
      const seen = await findAllAccessible(db, { callerid });
      const [own, guarded] = [1, 0].map((isOwn) => seen.filter((learner) => learner.own === isOwn));
      return {
        guardians: await findGuardians(
          db,
          (own ?? []).map(({ _id }) => _id),
        ),
        guarded: (guarded ?? []).map(({ _id, learnername }) => ({ learnerid: _id, learnername })),
      };
    },
    eraseLearner: (tx, learnerid) => deleteGuardiansOf(tx, learnerid),
    example: ({ now, userid, childid, otherid, otherlearner }) => [
      { learnerid: childid, userid: otherid, mayenrol: 0, maypay: 0, getsmail: 0, createdat: now },
      { learnerid: otherlearner, userid, mayenrol: 1, maypay: 0, getsmail: 0, createdat: now },
    ],
    recovery: guardianRecovery,
  },
  learners: {
    columns: {
      userid: {
        account: {
          stays: 'The merge gives children to the account that is kept; each account keeps itself.',
        },
        inUse: { says: 'imports.in_use_children_stay', where: () => sql`self = 0` },
      },
    },
    async export(db, caller) {
      const own = await findShownLearners(db, caller);
      return { learners: own.map(({ _id, ...learner }) => ({ ...learner, learnerid: _id })) };
    },
    stillNames: { _id: 'A place that was paid for keeps its learner: without an account, a name or a note.' },
    example: ({ now, userid, childid }) => [
      {
        _id: childid,
        userid,
        self: 0,
        firstname: 'Xaveria',
        lastname: 'Quill',
        born: '2015-01-02',
        note: 'Nuts.',
        leftat: null,
        createdat: now,
      },
    ],
    recovery: { stays: 'What is said of children is the family’s own and can be changed back.' },
  },
} satisfies FeatureRows;
