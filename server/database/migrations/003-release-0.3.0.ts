import type { Kysely } from 'kysely';
import { makeBilling } from './003/billing.ts';
import { indexBooks } from './003/books.ts';
import { addCallOffs } from './003/calloffs.ts';
import { makeCharges } from './003/charges.ts';
import { addCirculars } from './003/circulars.ts';
import { widenGuests } from './003/guests.ts';
import { markImported } from './003/imports.ts';
import { makeInstruments } from './003/instruments.ts';
import { addInvitations } from './003/invitations.ts';
import { makeInvoices } from './003/invoices.ts';
import { addLanguages } from './003/languages.ts';
import { addLists } from './003/lists.ts';
import { addMaterials } from './003/materials.ts';
import { widenLedger } from './003/movements.ts';
import { addEnds } from './003/orders.ts';
import { indexPhones } from './003/phones.ts';
import { indexUnanswered } from './003/questions.ts';
import { addRegister } from './003/register.ts';
import { addOfficeSince } from './003/second-factors.ts';
import { makeSites } from './003/sites.ts';
import { addTrials } from './003/trials.ts';
import { widenUsers } from './003/users.ts';

/** From the records of 0.2.0 to those of 0.3.0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addLanguages(db);
  await widenUsers(db);
  await addCallOffs(db);
  await addInvitations(db);
  await addCirculars(db);
  await indexUnanswered(db);
  await makeSites(db);
  await makeInstruments(db);
  await indexPhones(db);
  await addOfficeSince(db);
  await addLists(db);
  await markImported(db);
  await addRegister(db);
  await widenGuests(db);
  await addMaterials(db);
  await addEnds(db);
  await addTrials(db);
  await makeCharges(db);
  await makeBilling(db);
  await makeInvoices(db);
  await widenLedger(db);
  await indexBooks(db);
}
