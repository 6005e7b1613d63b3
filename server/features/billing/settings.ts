import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { DUE_AFTER_DAYS } from '#contract/billing/office-calls.ts';
import type { BillingChange } from '#contract/billing/schema.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** What invoices say, and when they are due; money in cents, rates per mille. */
export type BillingSettings = {
  dueafterdays: number;
  latefee?: { amount: number; afterdays: number } | undefined;
  taxrate: number;
  taxnumber?: string | undefined;
  invoicetext?: string | undefined;
  bank?: { iban: string; bic?: string | undefined; holder: string } | undefined;
  version: number;
};

const NONE: BillingSettings = { dueafterdays: DUE_AFTER_DAYS, taxrate: 0, version: 0 };

/** The school's settings of billing, in a transaction as they are in it; the defaults until any is said. */
export async function findBillingSettings(db: Db): Promise<BillingSettings> {
  const row = await queries.findSettings(db);
  return row ? settingsOf(row) : NONE;
}

function settingsOf(row: Row<'billingsettings'>): BillingSettings {
  const { latefee, latefeeafterdays, iban, bic, holder } = row;
  return {
    dueafterdays: row.dueafterdays,
    latefee: latefee && latefeeafterdays ? { amount: latefee, afterdays: latefeeafterdays } : undefined,
    taxrate: row.taxrate,
    taxnumber: row.taxnumber ?? undefined,
    invoicetext: row.invoicetext ?? undefined,
    bank: iban && holder ? { iban, bic: bic ?? undefined, holder } : undefined,
    version: row.version,
  };
}

const rowOf = ({ latefee, bank, ...settings }: BillingSettings): Row<'billingsettings'> => ({
  _id: 'school',
  dueafterdays: settings.dueafterdays,
  latefee: latefee?.amount ?? null,
  latefeeafterdays: latefee?.afterdays ?? null,
  latefeesince: null,
  taxrate: settings.taxrate,
  taxnumber: settings.taxnumber ?? null,
  invoicetext: settings.invoicetext ?? null,
  iban: bank?.iban ?? null,
  bic: bank?.bic || null,
  holder: bank?.holder ?? null,
  version: settings.version,
});

/** What is added to invoices that are paid too late, in cents, and since when that is so; undefined for nothing. */
export async function findLateFee(
  db: Db,
): Promise<{ amount: number; afterdays: number; since: number } | undefined> {
  const { latefee, latefeeafterdays, latefeesince } = (await queries.findSettings(db)) ?? {};
  if (!latefee || !latefeeafterdays) return undefined;
  return { amount: latefee, afterdays: latefeeafterdays, since: latefeesince ?? 0 };
}

/** Changes what is named; null and an empty text clear it. Throws `changed-meanwhile`. */
export async function updateBillingSettings(
  db: Db,
  { version, ...change }: z.output<typeof BillingChange>,
  { actor, now }: { actor: Actor; now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    await queries.insertSettings(tx, rowOf(NONE));
    const before = await queries.lockSettings(tx);
    const known = settingsOf(before);
    const named = Object.entries(change).filter(([, value]) => value !== undefined);
    const filled = named.map(([name, value]) => [name, value === '' || value === null ? undefined : value]);
    const changed = rowOf({ ...known, ...Object.fromEntries(filled) });
    const latefeesince = changed.latefee === null ? null : (before.latefeesince ?? now);
    const after = { ...changed, latefeesince };
    // The same asked again, where the first answer was lost.
    if (isDeepStrictEqual(after, { ...before })) return;
    ensure(known.version === version, 'changed-meanwhile');
    await queries.updateSettingsRow(tx, { ...after, version: version + 1 });
    await insertChange(tx, {
      about: 'school',
      subjectid: 'billing',
      subjectname: await queries.nameOfSchool(tx),
      action: 'updated',
      note: notesOf(before, after).join(', '),
      actor,
      now,
    });
  });
}

type SettingsRow = Row<'billingsettings'>;

/** What sums are made by is logged with what it was and what it is. */
const FIGURES = {
  dueafterdays: ({ dueafterdays }) => String(dueafterdays),
  latefee: ({ latefee }) => (latefee === null ? 'none' : String(latefee / 100)),
  latefeeafterdays: ({ latefeeafterdays }) => String(latefeeafterdays ?? 'none'),
  taxrate: ({ taxrate }) => `${taxrate / 10}%`,
} as const satisfies { readonly [N in keyof SettingsRow]?: (row: SettingsRow) => string };

const WORDS = ['taxnumber', 'invoicetext', 'iban', 'bic', 'holder'] as const;

function notesOf(before: SettingsRow, after: SettingsRow): string[] {
  const figures = Object.entries(FIGURES).map(([name, say]) => [name, say(before), say(after)] as const);
  return [
    ...figures.filter(([, was, is]) => was !== is).map(([name, was, is]) => `${name} ${was} → ${is}`),
    ...WORDS.filter((name) => before[name] !== after[name]),
  ];
}
