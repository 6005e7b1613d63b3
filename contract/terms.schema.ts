import * as z from 'zod';
import { withSchemas } from './endpoint.ts';
import { ById, Deleted, DryQuery, Id, Inserted, Updated } from './primitives.schema.ts';
import { TermDraft } from './terms.form.ts';
import { termCalls } from './terms.ts';

export const Term = z
  .object({ _id: Id, name: z.string(), firstday: z.string(), lastday: z.string() })
  .meta({ id: 'Term' });

export const termEndpoints = withSchemas(termCalls, {
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
    refusals: ['term-not-found'],
    params: ById,
    querystring: DryQuery,
    body: TermDraft,
    response: { 200: Updated },
  },
  deleteTerm: {
    summary: 'Deletes a term. Lessons stay as they are planned.',
    refusals: ['term-not-found'],
    params: ById,
    querystring: DryQuery,
    response: { 200: Deleted },
  },
});
