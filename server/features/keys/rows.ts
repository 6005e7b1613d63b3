import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { findKeysOf, type KeyRow } from './queries.ts';
import { revokeKeys } from './revoke-keys.ts';

const DAY_MS = 24 * 60 * 60_000;

const setUpOf = ({ _id: id, name, prefix, createdat }: KeyRow): SetUp => ({
  kind: 'key',
  id,
  title: name,
  detail: `${prefix}…`,
  createdat,
});

/** The account that made a key may still have a copy, so every key ends, whenever it was made. */
export const keyRows = {
  apikeys: {
    columns: { ownerid: { account: { stays: 'Only accounts of students are dropped.' } } },
    export: { none: 'The school’s own, made by an admin.' },
    erase: async (tx, { _id: ownerid }, { now }) =>
      void (await revokeKeys(tx, { ownerid, actor: null, now })),
    example: ({ now, id, userid }) => [
      {
        _id: id('key'),
        name: 'Books',
        prefix: 'cad_x',
        hash: id('hash'),
        scopes: 'read',
        ownerid: userid,
        until: now + DAY_MS,
        createdat: now,
        usedat: null,
      },
    ],
    small: 'A school has so many at most.',
    recovery: {
      endsWithRole: true,
      async ends(tx, { userid: ownerid, now }) {
        const keys = await findKeysOf(tx, ownerid);
        await revokeKeys(tx, { ownerid, actor: null, now });
        return keys.map(setUpOf);
      },
      list: async (db, { userid }) => (await findKeysOf(db, userid)).map(setUpOf),
      async endOne(tx, { userid, id: _id, now }) {
        const own = (await findKeysOf(tx, userid)).some((key) => key._id === _id);
        return own && (await revokeKeys(tx, { _id, actor: null, now })) > 0;
      },
    },
  },
} satisfies FeatureRows;
