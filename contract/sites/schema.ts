import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { ById, Deleted, Id, Inserted, Seen, SeenOnly, Updated } from '#contract/primitives.schema.ts';
import { siteCalls } from './calls.ts';
import { SiteDraft } from './form.ts';
import { siteOfficeCalls } from './office-calls.ts';

export const Site = z
  .object({
    _id: Id,
    name: z.string(),
    /** Each may be empty. */
    street: z.string(),
    postcode: z.string(),
    town: z.string(),
    /** How to get there, in the words of the school. */
    directions: z.string(),
    /** The rooms in use that are in it. */
    roomids: z.array(Id),
    /** Rises with every change; send it back with one. */
    version: z.int(),
  })
  .meta({ id: 'Site' });

export const siteEndpoints = withSchemas(
  { ...siteCalls, ...siteOfficeCalls },
  {
    listSites: {
      summary: 'The buildings in which the school teaches, by name.',
      response: { 200: z.array(Site) },
    },
    addSite: {
      summary: 'Adds a building.',
      refusals: ['site-name-taken'],
      body: SiteDraft,
      response: { 200: Inserted },
    },
    updateSite: {
      summary: 'Changes a building.',
      refusals: ['site-not-found', 'changed-meanwhile', 'site-name-taken'],
      params: ById,
      body: z.intersection(SiteDraft, Seen),
      response: { 200: Updated },
    },
    deleteSite: {
      summary: 'Deletes a building in which no room in use is.',
      refusals: ['site-not-found', 'changed-meanwhile', 'site-in-use'],
      params: ById,
      body: SeenOnly,
      response: { 200: Deleted },
    },
  },
);
