import { formatsOf } from '#contract/formats.ts';
import { coloursOf } from '#contract/school/calls.ts';
import type { Language } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { isolated } from '#server/pdf/lines.ts';
import type { Paper } from '#server/pdf/print.ts';
import type { InvoiceFacts, InvoiceWords, Printed } from './printed.ts';
import { transferCode } from './transfer-code.ts';

/** Countries whose printers hold sheets of Letter (CLDR, paperSize). */
const LETTER = new Set(['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']);

type Looks = Pick<SchoolNow, 'locale' | 'palette'> & { language: Language };

/** What is printed of an invoice: its facts, worded in a language once and for all. */
export function printInvoice(facts: InvoiceFacts, { language, locale, palette }: Looks): Printed {
  const { bank, currency, number } = facts;
  const due = facts.total - facts.paid;
  const transfer = bank && transferCode({ bank, currency, amount: due, reference: number });
  return {
    ...facts,
    language,
    paper: paperOf(locale),
    colour: coloursOf(palette).primary,
    transfer,
    words: withLanguage(language, () => wordsOf(facts, { locale, due, hasCode: transfer !== null })),
  };
}

export const paperOf = (locale: string | undefined): Paper =>
  LETTER.has(new Intl.Locale(locale ?? 'en').region ?? '') ? 'LETTER' : 'A4';

function wordsOf(
  facts: InvoiceFacts,
  { locale, due, hasCode }: Pick<Looks, 'locale'> & { due: number; hasCode: boolean },
): InvoiceWords {
  const { kind, number, currency, school, lines, cancels, reason, bank, terms } = facts;
  const formats = formatsOf({ locale, currency });
  const sum = (cents: number) => formats.exactMoney(cents / 100);
  const isCredit = kind === 'credit';
  const isTaxed = lines.some(({ taxrate }) => taxrate !== 0);
  const rate = (taxrate: number) => formats.percent(taxrate / 1000);
  const isPaid = due <= 0;
  const taxed = isTaxed ? [t('invoices.net'), t('invoices.tax')] : [];
  return {
    title: isCredit ? t('invoices.credit_number', { number }) : t('invoices.number', { number }),
    to: t('invoices.bill_to'),
    facts: [
      [t('invoices.issued'), formats.day(facts.issuedday)],
      ...(facts.dueday === null ? [] : [pair(t('invoices.due'), formats.day(facts.dueday))]),
      ...(cancels === null ? [] : [pair(t('invoices.cancels'), cancels)]),
      ...(school.taxnumber === null ? [] : [pair(t('invoices.tax_number'), school.taxnumber)]),
    ],
    columns: [t('invoices.billed_for'), ...taxed, t('invoices.amount')],
    rows: lines.map(({ label, about, taxrate, net, tax, gross }) => ({
      label,
      about: isTaxed ? [...about, t('invoices.tax_rate', { rate: rate(taxrate) })] : about,
      sums: isTaxed ? [sum(net), sum(tax), sum(gross)] : [sum(gross)],
    })),
    sums: [
      ...facts.taxes
        .filter(() => isTaxed)
        .flatMap(({ taxrate, net, tax }) => [
          { label: t('invoices.net_at', { rate: rate(taxrate) }), value: sum(net) },
          { label: t('invoices.tax_at', { rate: rate(taxrate) }), value: sum(tax) },
        ]),
      { label: t('invoices.total'), value: sum(facts.total), ...(facts.paid === 0 && TOTAL) },
      ...(facts.paid === 0
        ? []
        : [
            { label: t('invoices.paid_before'), value: sum(-facts.paid) },
            { label: t('invoices.left'), value: sum(due), ...TOTAL },
          ]),
    ],
    pay:
      isCredit || isPaid || bank === null
        ? null
        : {
            heading: t('invoices.transfer'),
            facts: [
              pair(t('invoices.holder'), isolated(bank.holder)),
              pair('IBAN', spacedIban(bank.iban)),
              ...(bank.bic ? [pair('BIC', bank.bic)] : []),
              pair(t('invoices.amount'), sum(due)),
              pair(t('invoices.reference'), number),
            ],
            scan: hasCode ? t('invoices.scan') : null,
          },
    notes: [
      ...(reason === null ? [] : [t('invoices.void_reason', { reason: isolated(reason) })]),
      ...(terms === null ? [] : terms.split(/\n{2,}/)),
    ],
    page: t('invoices.page', { page: '%1', pages: '%2' }),
  };
}

const TOTAL = { isTotal: true } as const;
const pair = (label: string, value: string): [string, string] => [label, value];

/** In groups of four, as one types it. */
const spacedIban = (iban: string) => iban.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ');
