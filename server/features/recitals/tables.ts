import type { Generated } from 'kysely';
import type { NameConsent } from '#contract/recitals/calls.ts';

/** An evening on which learners play. It has its room for itself, as a lesson has. */
export type RecitalRow = {
  _id: string;
  name: string;
  /** By the school's clocks; which moment that is depends on its zone. */
  day: string;
  starttime: string;
  /** How long the room is held: as long as the pieces take, or the least. */
  heldminutes: number;
  roomid: string | null;
  /** Whether visitors see its page. */
  public: 0 | 1;
  /** Rises with every change of it or its pieces. */
  version: Generated<number>;
  /** Rises with every change that a calendar has to be told of. */
  seq: Generated<number>;
  printedat: number | null;
  /** JSON: the evening as it was printed (`PrintedEvening`). */
  printedas: string | null;
  /** When it was called off. */
  deletedat: number | null;
  createdat: number;
  changedat: number;
};

export type RecitalPieceRow = {
  _id: string;
  recitalid: string;
  /** Its place in the programme, from 0; null of one that was dropped after it was printed. */
  position: number | null;
  title: string;
  composer: string;
  minutes: number;
  setupminutes: number;
  instrument: string;
  /** Learners; teachers by the learner that their account is itself. */
  accompanistid: string | null;
  turnerid: string | null;
  turnsself: 0 | 1;
  /** JSON: what stands on the stage. */
  needs: string;
  /** As it was printed; null where it was not. */
  printednumber: number | null;
  printedtitle: string | null;
  printedcomposer: string | null;
};

/** How a performer was printed; `initial` before the family's answer. */
export type PrintedName = NameConsent | 'initial';

export type RecitalPerformerRow = {
  _id: string;
  recitalid: string;
  pieceid: string;
  learnerid: string;
  /** The place among those who play; null of one who was printed and plays no more. */
  position: number | null;
  printedas: PrintedName | null;
};

/** A family's answer how a learner is named. */
export type RecitalConsentRow = {
  _id: string;
  recitalid: string;
  learnerid: string;
  name: NameConsent;
  /** The account that answered; null once it is erased. */
  byid: string | null;
  answeredat: number;
};
