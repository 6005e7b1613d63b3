import type * as z from 'zod';
import type * as schema from './schema.ts';

/** Settings that a client needs; public at `GET /config.json` and inlined in every page. */
export type ClientConfig = z.input<typeof schema.ClientConfig>;
