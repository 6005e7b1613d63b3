import type { ImportColumns } from '#contract/imports/calls.ts';

export const FAMILY_COLUMNS: ImportColumns = {
  email: 'E-Mail',
  parentname: 'Eltern',
  phone: 'Telefon',
  firstname: 'Vorname',
  lastname: 'Name',
  born: 'Geboren',
  note: 'Notiz',
};
const HEADINGS = 'E-Mail;Eltern;Telefon;Vorname;Name;Geboren;Notiz';

/** Children of a family; some have one, some several. */
export const childrenOf = (family: number) => 1 + (family % 3);

const DAY_MS = 24 * 60 * 60_000;
const BORN_FROM = Date.UTC(2006, 0, 1);

/** One in so many lines is in trouble; how many then are new, doubtful and wrong. */
const TROUBLE = 50;

/**
 * A file as an older spreadsheet writes it: Windows-1252, semicolons, CR and LF, with every trouble that a
 * school's list has. Gives how many lines below its headings are new, doubtful and wrong.
 */
export function familiesFile(lines: number) {
  const rows: string[] = [];
  const counts = { new: 0, doubtful: 0, wrong: 0 };
  const families = new Map<string, number>();
  const add = (verdict: keyof typeof counts, row: string) => {
    rows.push(row);
    counts[verdict]++;
  };
  for (let family = 0; rows.length < lines; family++) {
    const email = `family${family}@example.com`;
    for (let child = 0; child < childrenOf(family) && rows.length < lines; child++) {
      const born = new Date(BORN_FROM + ((family * 37) % 5000) * DAY_MS)
        .toISOString()
        .slice(0, 10)
        .split('-')
        .toReversed()
        .join('.');
      const row = `${email};"Müller; ${family}";+49 ${family};Kind ${child};Größe ${family};${born};"=1+1 ""Nüsse"""`;
      const trouble = TROUBLES[rows.length % TROUBLE];
      if (trouble && child > 0) add(trouble.verdict, trouble.of(row, email));
      else {
        add('new', row);
        families.set(email, (families.get(email) ?? 0) + 1);
      }
    }
  }
  const text = `${HEADINGS}\r\n${rows.join('\r\n')}\r\n`;
  return { bytes: new Uint8Array(Buffer.from(text, 'latin1')), counts, families };
}

const TROUBLES: readonly { verdict: 'doubtful' | 'wrong'; of: (row: string, email: string) => string }[] = [
  { verdict: 'wrong', of: (row, email) => row.replace(email, '') },
  { verdict: 'wrong', of: (row, email) => row.replace(email, 'nobody') },
  { verdict: 'wrong', of: (row) => row.replace(/\d\d\.\d\d\.\d{4}/, '31.02.2010') },
  { verdict: 'wrong', of: (row) => row.replace(/\d\d\.\d\d\.\d{4}/, '01.01.2999') },
  { verdict: 'wrong', of: (row) => row.replace(/Kind \d/, '') },
  { verdict: 'wrong', of: (row) => row.replace(/Kind \d/, 'K'.repeat(200)) },
  { verdict: 'doubtful', of: (row) => row.replace('Müller', 'Meier') },
  { verdict: 'doubtful', of: (row) => row.replace(/Kind \d/, 'Kind 0').replace('@', '@other.') },
  { verdict: 'doubtful', of: (row) => row.replace(/Kind \d/, 'Kind 0').replace(/\.20/, '.19') },
];
