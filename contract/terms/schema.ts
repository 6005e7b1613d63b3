import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { Clash } from '#contract/lessons/schema.ts';
import {
  ById,
  Deleted,
  DryQuery,
  Id,
  Inserted,
  Money,
  Seen,
  SeenOnly,
  Updated,
} from '#contract/primitives.schema.ts';
import { LEFT_OUT, termCalls } from './calls.ts';
import { TermCopyDraft, TermDraft } from './form.ts';
import { termOfficeCalls } from './office-calls.ts';

export const Term = z
  .object({
    _id: Id,
    name: z.string(),
    firstday: z.string(),
    lastday: z.string(),
    /** Rises with every change; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Term' });

/** Places that are renewed with their classes, and the first `CLASSES_NAMED_MAX` that are not. */
const RenewedPlaces = z.object({
  places: z.int(),
  /** How many families get an email for all of their places, and how many have no address for it. */
  families: z.int(),
  unmailed: z.int(),
  owed: Money,
  currency: z.string(),
  leftoutplaces: z.int(),
  leftout: z.array(
    z.object({
      /** The class of the next term. */
      classname: z.string(),
      learnerid: Id,
      learnername: z.string(),
      code: z.enum(Object.keys(errors) as ErrorCode[]),
      detail: z.string(),
    }),
  ),
});

/** The number of copied classes, and the first `CLASSES_NAMED_MAX` by name. */
export const CopiedTerm = z
  .object({
    /** The term that it is copied into. */
    insertedId: Id.optional(),
    classes: z.int(),
    lessons: z.int(),
    copied: z.array(z.object({ classid: Id, classname: z.string(), lessons: z.int() })),
    renewed: RenewedPlaces.optional(),
    leftoutclasses: z.int(),
    leftout: z.array(
      z.object({ classid: Id, classname: z.string(), reason: z.enum(LEFT_OUT), clashes: z.array(Clash) }),
    ),
  })
  .meta({ id: 'CopiedTerm' });

export const termEndpoints = withSchemas(
  { ...termCalls, ...termOfficeCalls },
  {
    listTerms: {
      summary: 'Every term, the first day first.',
      response: { 200: z.array(Term) },
    },
    addTerm: {
      summary: 'Adds a term.',
      querystring: DryQuery,
      body: TermDraft,
      response: { 200: Inserted.partial() },
    },
    updateTerm: {
      summary: 'Changes a term. Lessons stay as they are planned.',
      refusals: ['term-not-found', 'changed-meanwhile'],
      params: ById,
      querystring: DryQuery,
      body: z.intersection(TermDraft, Seen),
      response: { 200: Updated },
    },
    copyTerm: {
      summary:
        'Copies classes and their plans into the next term. Until the day `offeruntil`, inclusive, only learners of the original may select and pay; with `places: renew` they have their places, owed to the school, and each family may give its own back until then. Asked again, it copies what is missing.',
      refusals: ['term-not-found'],
      params: ById,
      querystring: DryQuery,
      body: TermCopyDraft,
      response: { 200: CopiedTerm },
    },
    deleteTerm: {
      summary: 'Deletes a term. Lessons stay as they are planned.',
      refusals: ['term-not-found', 'changed-meanwhile'],
      params: ById,
      querystring: DryQuery,
      body: SeenOnly,
      response: { 200: Deleted },
    },
  },
);
