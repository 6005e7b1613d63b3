import type { Kysely, Transaction } from 'kysely';
import { type CardPaymentsTables, cardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { type IdentityTables, identityTables } from '#embedded/identity/tables.ts';
import { type ImageTables, imageTables } from '#embedded/image-host/tables.ts';
import { schoolTables } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** The tables of the product and of the embedded services, each with migrations of its own. */
export const TABLES = [schoolTables, identityTables, cardPaymentsTables, imageTables];

/**
 * What lies in the one database. Everyone but those who open it takes a part: `Kysely<AllTables>` is a `Db`,
 * and what a service takes.
 */
export type AllTables = Database & IdentityTables & CardPaymentsTables & ImageTables;
export type AllDb = Kysely<AllTables> | Transaction<AllTables>;
