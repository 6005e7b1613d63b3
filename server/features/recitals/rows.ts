import type { Db } from '#server/database/schema.ts';
import { type Family, type FeatureRows, namesOf, type SetUp } from '#server/features/feature.ts';
import { SETTLED_MS } from '#server/features/learners/index.ts';
import { say } from '#server/jobs/letter.ts';
import {
  deleteConsentsBy,
  eraseLearner,
  findConsents,
  findPerformers,
  findPieces,
  findRecitalsById,
} from './queries.ts';

/** What learners play in recitals, and how they are named. */
async function exportPlayed(db: Db, family: Pick<Family, 'learners'>) {
  const names = namesOf(family);
  const played = await db
    .selectFrom('recitalperformers')
    .select('recitalid')
    .distinct()
    .where('learnerid', 'in', [...names.keys()])
    .execute();
  const ids = played.map(({ recitalid }) => recitalid);
  const [recitals, pieces, performers, consents] = await Promise.all([
    findRecitalsById(db, ids),
    findPieces(db, ids),
    findPerformers(db, ids),
    findConsents(db, ids),
  ]);
  const recitalOf = new Map(recitals.map((recital) => [recital._id, recital]));
  const pieceOf = new Map(pieces.map((piece) => [piece._id, piece]));
  return performers.flatMap(({ recitalid, pieceid, learnerid }) => {
    const [learnername, recital, piece] = [
      names.get(learnerid),
      recitalOf.get(recitalid),
      pieceOf.get(pieceid),
    ];
    if (learnername === undefined || !recital || !piece) return [];
    const answer = consents.findLast((one) => one.recitalid === recitalid && one.learnerid === learnerid);
    const { name, day } = recital;
    const { title, composer } = piece;
    return [{ learnerid, learnername, recital: name, day, title, composer, name: answer?.name ?? null }];
  });
}

const setUpOf = ({
  _id: id,
  recital,
  learner,
  answeredat: createdat,
}: Awaited<ReturnType<typeof deleteConsentsBy>>[number]): SetUp => ({
  kind: 'naming',
  id,
  title: say('recitals.set_up_naming', { recital, learner }),
  detail: null,
  createdat,
});

const MADE_BY_SCHOOL = { stays: 'The programme is the school’s: teachers and the office see and change it.' };
const HELPS = {
  learner: 'moves',
  inUse: { says: 'imports.in_use_recital' },
} as const;

export const recitalRows = {
  recitalconsents: {
    columns: {
      learnerid: { learner: 'moves', inUse: { says: 'imports.in_use_recital' } },
      byid: { account: 'moves' },
    },
    export: { none: 'It stands beside the piece that the learner plays.' },
    erase: async (tx, { _id }) => {
      await tx.updateTable('recitalconsents').set({ byid: null }).where('byid', '=', _id).execute();
    },
    example: ({ now, id, learnerid, userid }) => [
      {
        _id: id('consent'),
        recitalid: id('recital'),
        learnerid,
        name: 'none',
        byid: userid,
        answeredat: now,
      },
    ],
    /** What was answered a week before counts again, or the family is asked anew: before an answer no page names. */
    recovery: {
      async ends(tx, { userid, now }) {
        const taken = await deleteConsentsBy(tx, { userid, since: now - SETTLED_MS });
        return taken.map(setUpOf);
      },
    },
  },
  recitalperformers: {
    columns: { learnerid: { learner: 'moves', inUse: { says: 'imports.in_use_recital' } } },
    export: async (db, family) => ({ recitals: await exportPlayed(db, family) }),
    eraseLearner,
    example: ({ id, learnerid }) => [
      {
        _id: id('performer'),
        recitalid: id('recital'),
        pieceid: id('piece'),
        learnerid,
        position: 0,
        printedas: null,
      },
    ],
    recovery: MADE_BY_SCHOOL,
  },
  recitalpieces: {
    columns: { accompanistid: HELPS, turnerid: HELPS },
    export: { none: 'What a learner plays is told with who performs.' },
    example: ({ id, learnerid }) => [
      {
        _id: id('piece'),
        recitalid: id('recital'),
        position: 0,
        title: 'Gavotte',
        composer: 'Gossec',
        minutes: 3,
        setupminutes: 0,
        instrument: 'Violin',
        accompanistid: learnerid,
        turnerid: learnerid,
        turnsself: 0,
        needs: '["piano"]',
        printednumber: null,
        printedtitle: null,
        printedcomposer: null,
      },
    ],
    recovery: MADE_BY_SCHOOL,
  },
  recitals: {
    export: { none: 'An evening names no person; what a learner plays in it is told with who performs.' },
    example: ({ now, id }) => [
      {
        _id: id('recital'),
        name: id('Recital'),
        day: '2027-06-12',
        starttime: '18:00',
        heldminutes: 60,
        roomid: null,
        public: 1,
        printedat: null,
        printedas: null,
        deletedat: null,
        createdat: now,
        changedat: now,
      },
    ],
    recovery: MADE_BY_SCHOOL,
  },
} satisfies FeatureRows;
