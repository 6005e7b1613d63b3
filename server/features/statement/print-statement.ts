import { formatsOf } from '#contract/formats.ts';
import { addressLines, coloursOf } from '#contract/school/calls.ts';
import { language, t } from '#languages/t.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Row } from '#server/database/schema.ts';
import { paperOf, type Sheet } from '#server/features/invoices/index.ts';
import { isolated } from '#server/pdf/lines.ts';
import type { Between, readStatement } from './read-statement.ts';

type Read = Awaited<ReturnType<typeof readStatement>>;
type Line = Read['lines'][number];
type Payer = Pick<Row<'users'>, 'name' | 'street' | 'postcode' | 'town'>;

/** A statement as it is printed, in the language of now. */
export function printStatement(
  statement: Read,
  { payer, school, from, to, today }: Between & { payer: Payer; school: SchoolNow; today: string },
): Sheet {
  const { lines, balance } = statement;
  const formats = formatsOf(school);
  const sum = (cents: number) => formats.exactMoney(cents / 100);
  const [opening] = lines.filter(({ kind }) => kind === 'opening');
  const shown = lines.filter(({ kind }) => kind !== 'opening');
  // By the lines where no day is named, so that the same ones are the same bytes.
  const last = to ?? shown.at(-1)?.day ?? from ?? today;
  const first = from ?? shown[0]?.day ?? last;
  const address = {
    street: payer.street ?? undefined,
    postcode: payer.postcode ?? undefined,
    town: payer.town ?? undefined,
  };
  return {
    language: language(),
    paper: paperOf(school.locale),
    colour: coloursOf(school.palette).primary,
    issuedday: last,
    school: {
      name: school.name,
      lines: [...addressLines(school), school.phone ?? '', school.email ?? ''].filter(Boolean),
      taxnumber: null,
    },
    payer: { name: payer.name, lines: addressLines(address) },
    transfer: null,
    words: {
      title: t('statement.pdf_title'),
      to: t('statement.pdf_for'),
      facts: [[t('statement.pdf_period'), formats.days(first, last)]],
      columns: [t('statement.pdf_what'), t('invoices.amount'), t('statement.pdf_balance')],
      rows: shown.map((line) => ({
        label: line.label,
        about: aboutOf(line, formats),
        sums: [sum(line.amount), sum(line.balance)],
      })),
      sums: [
        { label: t('statement.opening', { day: formats.day(first) }), value: sum(opening?.amount ?? 0) },
        { label: closingWords(balance), value: sum(Math.abs(balance)), isTotal: true },
      ],
      pay: null,
      notes: [],
      page: t('invoices.page', { page: '%1', pages: '%2' }),
    },
  };
}

function closingWords(balance: number) {
  if (balance === 0) return t('statement.even');
  return balance > 0 ? t('statement.you_owe') : t('statement.you_get_back');
}

/** The day of a line and what it is of, and why. */
function aboutOf(line: Line, { day }: ReturnType<typeof formatsOf>): string[] {
  const { kind, trialday, classname, learnername, places, invoice, reason, reversed } = line;
  const what =
    classname && trialday ? t('trials.of_class_on', { class: classname, day: day(trialday) }) : classname;
  const of = [
    kind === 'place' && !trialday ? undefined : what,
    learnername,
    places && t('statement.places', { count: places }),
  ];
  return [
    [day(line.day), ...of.flatMap((one) => (one ? [isolated(one)] : []))].join(' · '),
    ...(invoice ? [t('invoices.number', { number: invoice.number })] : []),
    ...(reversed ? [t('charges.was_reversed')] : []),
    ...(reason ? [isolated(reason)] : []),
  ];
}
