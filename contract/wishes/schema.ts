import * as z from 'zod';
import { HOURS } from '#contract/classes/calls.ts';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import {
  ById,
  Deleted,
  Id,
  Inserted,
  ListValue,
  Moment,
  PageQuery,
  pageOf,
} from '#contract/primitives.schema.ts';
import { WISHED_TIMES_MAX, wishCalls } from './calls.ts';
import { WishedTime } from './form.ts';
import { wishOfficeCalls } from './office-calls.ts';

const Weekday = z.int().min(1).max(7);
const Hour = z.enum(HOURS);
/** Of the school's levels and groups; null where any will do. */
const wanted = { level: ListValue.nullable(), group: ListValue.nullable() };

export const WishDraft = z
  .object({
    learnerid: Id.min(1),
    /** The id of an instrument. */
    instrument: Id.min(1),
    level: ListValue.nullish(),
    group: ListValue.nullish(),
    hours: z.array(WishedTime).min(1, says('wishes.choose_hours')).max(WISHED_TIMES_MAX),
  })
  .meta({ id: 'WishDraft' });

export const Wish = z
  .object({
    _id: Id,
    learnerid: Id,
    learnername: z.string(),
    instrument: Id,
    instrumentname: z.string(),
    ...wanted,
    hours: z.array(z.object({ weekday: Weekday, from: Hour, to: Hour })),
    createdat: Moment,
    /** When it ends by itself. */
    endsat: Moment,
  })
  .meta({ id: 'Wish' });

const Families = z.int().min(0);

export const WishGrid = z
  .object({
    /** The instruments that are wished for, the most first, whatever the grid is of. */
    instruments: z.array(z.object({ _id: Id, name: z.string(), families: Families })),
    /** How many families wish for what the grid is of, and how many of them for a child below nine. */
    families: Families,
    young: Families,
    items: z.array(
      z.object({
        weekday: Weekday,
        hour: Hour,
        /** The time around the hour that all of these families would like. */
        from: Hour,
        to: Hour,
        families: Families,
        young: Families,
      }),
    ),
  })
  .meta({ id: 'WishGrid' });

export const PublicWishes = z
  .object({
    items: z.array(
      z.object({
        instrument: Id,
        instrumentname: z.string(),
        families: Families,
        levels: z.array(z.object({ level: z.string(), families: Families })),
        groups: z.array(z.object({ group: z.string(), families: Families })),
        hours: z.array(z.object({ weekday: Weekday, hour: Hour, families: Families })),
      }),
    ),
  })
  .meta({ id: 'PublicWishes' });

export const wishEndpoints = {
  ...withSchemas(wishCalls, {
    addWish: {
      summary:
        'Says what a learner of the caller’s would like to learn and when it suits. It promises nothing and stands for 90 days. One learner has one wish for an instrument: another takes its place, and keeps its turn.',
      unlogged: 'One’s own, and the school does not read whose wish it is.',
      refusals: [
        'learner-not-found',
        'instrument-not-found',
        'too-many-wishes',
        'email-not-verified',
        'session-ended',
      ],
      body: WishDraft,
      response: { 200: Inserted },
    },
    listWishes: {
      summary: 'The wishes of the caller’s learners, the newest first.',
      querystring: PageQuery,
      response: { 200: pageOf(Wish) },
    },
    endWish: {
      summary: 'Ends a wish. A place that is held for it stays held; it can be declined.',
      unlogged: 'One’s own.',
      refusals: ['wish-not-found'],
      params: ById,
      response: { 200: Deleted },
    },
    readPublicWishes: {
      summary:
        'How many families would like a class of an instrument, a level, a group or an hour. Only sums of five and more, and none by which a smaller one could be worked out.',
      response: { 200: PublicWishes },
    },
  }),
  ...withSchemas(wishOfficeCalls, {
    readWishGrid: {
      summary:
        'How many families would like a class, by weekday and hour; a family counts once. Of an instrument, a level and a group, or of all, without a name.',
      querystring: z.object({
        instrument: Id.min(1).optional(),
        level: ListValue.optional(),
        group: ListValue.optional(),
      }),
      response: { 200: WishGrid },
    },
    inviteWishers: {
      summary:
        'Holds the free places of a class, for three days, for those who wished for it, in the order of their wishes, and tells them. A wish fits by its instrument, level and group, and where at least one lesson to come lies within its hours. Answers how many places are held, without a name.',
      refusals: ['class-not-found', 'class-closed', 'class-over', 'class-full', 'no-wish-fits'],
      body: z.object({ classid: Id.min(1) }),
      response: { 200: z.object({ held: z.int() }) },
    },
  }),
};
