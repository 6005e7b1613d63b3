import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import {
  ById,
  Deleted,
  Flag,
  HtmlPage,
  Id,
  Inserted,
  Limit,
  Moment,
  PageQuery,
  pageOf,
  SearchWords,
  Seen,
  SeenOnly,
  Updated,
} from '#contract/primitives.schema.ts';
import { NAME_CONSENTS, PIECES_MAX, recitalCalls } from './calls.ts';
import { PieceDraft, RecitalDraft } from './form.ts';
import { PEOPLE_MAX, recitalOfficeCalls } from './office-calls.ts';
import { WARNING_KINDS } from './programme.ts';

/** An evening: when, where and how long. */
const evening = {
  _id: Id,
  name: z.string(),
  day: z.iso.date(),
  starttime: z.string(),
  startsat: Moment,
  /** How long the pieces take, the changes of the stage counted. */
  minutes: z.int(),
  /** What the room is called; null where it is in none of the school's. */
  room: z.string().nullable(),
};

export const Recital = z
  .object({
    ...evening,
    roomid: Id.nullable(),
    public: Flag,
    pieces: z.int(),
    /** When the programme was printed last; null where it was not. */
    printedat: Moment.nullable(),
    /** Rises with every change of it or its pieces; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Recital' });

export const PublicRecital = z
  .object({
    ...evening,
    pieces: z.array(
      z.object({
        _id: Id,
        title: z.string(),
        composer: z.string(),
        instrument: z.string(),
        minutes: z.int(),
        /** Names as families consented to them, or whose student plays. */
        performers: z.array(z.string()),
        accompanist: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PublicRecital' });

/** What to look at in an order of pieces, by their ids. */
const Warning = z.object({ kind: z.enum(WARNING_KINDS), piece: Id, with: Id.optional() });

export const Piece = z
  .object({
    _id: Id,
    /** To a teacher, those of others by names that mean nothing but who is the same. */
    learnerids: z.array(Id),
    title: z.string(),
    composer: z.string(),
    minutes: z.int(),
    setupminutes: z.int(),
    instrument: z.string(),
    accompanistid: Id.nullable(),
    turnerid: Id.nullable(),
    turnsself: Flag,
    needs: z.array(z.string()),
    /** What the caller knows who plays as, in the order of `learnerids`, and as the programme prints them. */
    names: z.array(z.string()),
    printed: z.array(z.string()),
    accompanist: z.string().nullable(),
    turner: z.string().nullable(),
    /** Whether a child plays for whom it is late after 19:00. */
    young: z.boolean(),
    /** Whether the caller may change it. */
    own: z.boolean(),
  })
  .meta({ id: 'RecitalPiece' });

/** What differs from the programme that was printed; `number` is that of a piece in it. */
export const PrintChange = z.object({
  kind: z.enum(['evening', 'dropped', 'added', 'words', 'players', 'named', 'moved']),
  number: z.int().nullable(),
  /** The piece's title now, or as it was printed where it is dropped; empty where the evening itself differs. */
  title: z.string(),
  /** After which printed piece it comes now; null where that does not matter, 0 at the beginning. */
  after: z.int().nullable(),
});

export const RecitalPieces = z
  .object({
    recital: Recital,
    pieces: z.array(Piece),
    minutes: z.int(),
    warnings: z.array(Warning),
    /** Whom pieces may name: the students of a teacher's classes, and all who teach. */
    people: z.array(z.object({ learnerid: Id, name: z.string(), teaches: z.boolean() })),
    /** Whether there are more of them; in answers in parts alone. */
    morepeople: z.boolean().optional(),
    changes: z.array(PrintChange),
  })
  .meta({ id: 'RecitalPieces' });

export const OwnRecital = z
  .object({
    ...evening,
    endsat: Moment,
    public: Flag,
    /** Whether it is called off. */
    cancelled: z.boolean(),
    /** The learners of the caller who take part; none for who teaches one of those who play. */
    learners: z.array(
      z.object({
        learnerid: Id,
        learnername: z.string(),
        /** Null before the family has answered. */
        consent: z.enum(NAME_CONSENTS).nullable(),
        mayanswer: z.boolean(),
        /** How the programme names the learner now, and by each answer. */
        printed: z.string(),
        choices: z.object({ full: z.string(), first: z.string(), none: z.string() }),
        pieces: z.array(z.object({ title: z.string(), composer: z.string() })),
      }),
    ),
  })
  .meta({ id: 'OwnRecital' });

const Ordered = z.object({ minutes: z.int(), warnings: z.array(Warning) });

export const recitalEndpoints = withSchemas(
  { ...recitalCalls, ...recitalOfficeCalls },
  {
    readRecital: {
      summary:
        'A recital that is public, with its pieces. Performers are named as their families consented, others as “a student of” their teacher.',
      refusals: ['recital-not-found'],
      params: ById,
      response: { 200: PublicRecital },
    },
    readProgramme: {
      summary:
        'The programme as HTML to print, A5 pages for a folded sheet of A4. To the office a child without an answer is named by first name and initial; to all others, of a public recital, as on its page.',
      refusals: ['recital-not-found'],
      params: ById,
      response: { 200: HtmlPage },
    },
    listOwnRecitals: {
      summary:
        'Recitals from today on in which learners of the caller take part, or students of the caller; those called off are told of until their day is over.',
      response: { 200: z.array(OwnRecital) },
    },
    consentToRecital: {
      summary:
        'Answers how a learner of the caller is named in a recital: `full`, `first` name alone, or `none`. It may be answered anew at any time.',
      unlogged: 'A family’s own answer, which it sees and changes.',
      refusals: ['recital-not-found', 'learner-not-found'],
      params: ById,
      body: z.object({ learnerid: Id, name: z.enum(NAME_CONSENTS) }),
      response: { 200: Updated },
    },
    listRecitals: {
      summary: 'The recitals of the school, the latest day first.',
      querystring: PageQuery,
      response: { 200: pageOf(Recital) },
    },
    addRecital: {
      summary: 'Adds a recital, which has its room for an hour or as long as its pieces take.',
      refusals: ['room-unknown', 'room-taken', 'day-closed'],
      body: RecitalDraft,
      response: { 200: Inserted },
    },
    updateRecital: {
      summary: 'Changes the name, the time, the room of a recital, or whether it is public.',
      refusals: ['recital-not-found', 'changed-meanwhile', 'room-unknown', 'room-taken', 'day-closed'],
      params: ById,
      body: z.intersection(RecitalDraft, Seen),
      response: { 200: Updated },
    },
    deleteRecital: {
      summary: 'Calls a recital off: its room is free, and families’ calendars say so.',
      refusals: ['recital-not-found', 'changed-meanwhile'],
      params: ById,
      body: SeenOnly,
      response: { 200: Deleted },
    },
    readPieces: {
      summary:
        'A recital as who makes it reads it: pieces in their order, warnings, whom they may name, and what differs from the printed programme.',
      refusals: ['recital-not-found'],
      params: ById,
      querystring: z.object({
        /** Words that all occur in the name of each of `people`. */
        q: SearchWords,
        /** How many `people` at most: those who teach come first, by name. */
        limit: Limit(PEOPLE_MAX),
      }),
      response: { 200: RecitalPieces },
    },
    savePieces: {
      summary:
        'Puts pieces in the place of those that are there, in this order. A teacher names those of their own students: others stay where they are.',
      refusals: [
        'recital-not-found',
        'changed-meanwhile',
        'learner-not-found',
        'piece-not-found',
        'room-taken',
      ],
      params: ById,
      body: z.object({ pieces: z.array(PieceDraft).max(PIECES_MAX) }).extend(Seen.shape),
      response: { 200: Ordered.extend({ version: z.int() }) },
    },
    suggestOrder: {
      summary:
        'Suggests an order of the pieces that are there, never with more warnings: few changes of the stage, mixed instruments, the young first. It changes nothing.',
      unlogged: 'It changes nothing.',
      refusals: ['recital-not-found'],
      params: ById,
      response: { 200: Ordered.extend({ order: z.array(Id) }) },
    },
    notePrinted: {
      summary: 'Notes that the programme is printed as it is now; what differs later is listed.',
      refusals: ['recital-not-found', 'changed-meanwhile'],
      params: ById,
      body: SeenOnly,
      response: { 200: Updated },
    },
    fillNextEvent: {
      summary: 'Puts a recital among the events of the home page, or again as it is now.',
      refusals: ['recital-not-found', 'too-many-facts'],
      body: z.object({ recitalid: Id }),
      response: { 200: Updated },
    },
  },
);
