import type { FeatureRows } from '#server/features/feature.ts';

export const billingRows = {
  billingsettings: {
    example: ({ id }) => [
      {
        _id: id('billing'),
        dueafterdays: 14,
        latefee: 500,
        latefeeafterdays: 7,
        taxrate: 81,
        taxnumber: 'CHE-123.456.788 MWST',
        invoicetext: 'Thank you.',
        iban: 'CH9300762011623852957',
        bic: null,
        holder: 'Reed & Bow',
        version: 1,
      },
    ],
    export: { none: 'The school’s own bank account and tax number.' },
    recovery: { stays: 'What the school’s invoices say is in the log.' },
    small: 'It is one row.',
  },
} satisfies FeatureRows;
