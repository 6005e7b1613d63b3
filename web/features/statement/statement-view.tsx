import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type Formats, listOf } from '#contract/formats.ts';
import type { Statement, StatementLine } from '#contract/statement/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ChevronDown } from '#web/components/icons/chevron-down.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

const SHOWN_FIRST = 30;

/** Who reads it: each has pages of receipts of its own, and is told of the balance in its own words. */
type Reader = 'family' | 'office';

const RECEIPTS: Record<Reader, string> = { family: '/student/receipt', office: '/admin/receipt' };

/** What is between a family and the school now, and all that led to it, the newest first. */
export function StatementView({
  statement: { lines, ...statement },
  reader,
  toolsOf,
  pay,
}: {
  statement: Statement;
  reader: Reader;
  /** How what is owed is paid at once. */
  pay?: ReactNode;
  /** What can be done with a line. */
  toolsOf?: ((line: StatementLine) => ReactNode) | undefined;
}) {
  const [isAll, setIsAll] = useState(false);
  if (lines.length === 0) return <Empty sentence={t('statement.nothing')} />;
  const newest = lines.toReversed();
  const shown = isAll ? newest : newest.slice(0, SHOWN_FIRST);
  return (
    <>
      <Balance {...statement} reader={reader} pay={pay} />
      <ol className="panel mt-6 divide-y divide-base-300">
        {shown.map((line) => (
          <Entry key={line._id} line={line} currency={statement.currency} reader={reader}>
            {toolsOf?.(line)}
          </Entry>
        ))}
      </ol>
      {shown.length < newest.length && (
        <button type="button" className="btn btn-outline mt-4" onClick={() => setIsAll(true)}>
          {t('statement.show_earlier', { count: newest.length - shown.length })}
        </button>
      )}
    </>
  );
}

const OWES: Record<Reader, { owes: PlainId; gets: PlainId; even: PlainId }> = {
  family: { owes: 'statement.you_owe', gets: 'statement.you_get_back', even: 'statement.even' },
  office: {
    owes: 'reconciliation.owes_school',
    gets: 'families.school_owes',
    even: 'statement.even_with_family',
  },
};

function Balance({
  balance,
  currency,
  reader,
  pay,
}: Omit<Statement, 'lines'> & { reader: Reader; pay: ReactNode }) {
  const { money } = useFormats();
  const { owes, gets, even } = OWES[reader];
  if (balance === 0) return <p className="rounded-field bg-mist px-5 py-4 font-medium">{t(even)}</p>;
  return (
    <div className="rounded-field bg-honey px-5 py-4">
      <p>{t(balance > 0 ? owes : gets)}</p>
      <p className="font-display text-heading">{money(Math.abs(balance), currency)}</p>
      {reader === 'family' && (
        <p className="mt-1 text-sm">
          {t(balance > 0 ? 'statement.how_to_pay' : 'statement.how_it_comes_back')}
        </p>
      )}
      {balance > 0 && pay}
    </div>
  );
}

/** A line; its story opens by a tap. */
type Shown = { line: StatementLine; currency: string; reader: Reader; children?: ReactNode };

function Entry({ line, currency, reader, children }: Shown) {
  const { day, money } = useFormats();
  const { label, amount, trialday, learnername, places, kind, reversed } = line;
  const title = kind === 'place' && trialday ? classWords(line, day) : label;
  const what = kind === 'place' ? undefined : classWords(line, day);
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-14 cursor-pointer list-none items-baseline gap-x-4 px-4 py-3 hover:bg-mist sm:px-5 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <span dir="auto" className="wrap-anywhere block font-semibold">
              {title}
            </span>
            <span className="wrap-anywhere block text-quiet text-sm">
              <time dateTime={line.day}>{day(line.day)}</time>
              {what && (
                <>
                  {' · '}
                  <OwnWords>{what}</OwnWords>
                </>
              )}
              {learnername && ` · ${learnername}`}
              {places && ` · ${t('statement.places', { count: places })}`}
              {reversed && ` · ${t('charges.was_reversed')}`}
            </span>
          </span>
          <span className="whitespace-nowrap font-semibold tabular-nums">{money(amount, currency)}</span>
          <ChevronDown
            className="size-4 shrink-0 self-center text-quiet transition-transform group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <Story line={line} currency={currency} reader={reader}>
          {children}
        </Story>
      </details>
    </li>
  );
}

function Story({ line, currency, reader, children }: Shown) {
  const formats = useFormats();
  return (
    <div className="px-4 pt-2 pb-4 text-sm sm:px-5">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
        {factsOf(line, currency, formats).map(([term, fact]) => (
          <div key={term} className="contents">
            <dt className="text-quiet max-sm:mt-1">{term}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {fact}
            </dd>
          </div>
        ))}
      </dl>
      {line.ref && (
        <Link to={`${RECEIPTS[reader]}/${line.ref}`} className="link mt-3 inline-block min-h-6 text-plum">
          {t('statement.see_receipt')}
        </Link>
      )}
      {children}
    </div>
  );
}

/** What a line is of; of a trial lesson that says so, and its day. */
const classWords = ({ classname, trialday }: StatementLine, day: Formats['day']) =>
  classname && trialday ? t('trials.of_class_on', { class: classname, day: day(trialday) }) : classname;

/** What is known of a line, and by what it is called. */
function factsOf(
  line: StatementLine,
  currency: string,
  { money, days, day, shortDay }: Formats,
): [string, string][] {
  const { learnername, lessons, lessonsfrom, lessonsto, reason, kept, balance, invoice } = line;
  const facts: [string, string | undefined][] = [
    [t('classes.class_name_column'), classWords(line, day)],
    [t('payments.for'), learnername],
    [
      t('statement.when'),
      lessonsfrom && lessonsto && (lessonsfrom === lessonsto ? day(lessonsto) : days(lessonsfrom, lessonsto)),
    ],
    [
      t('payments.lessons'),
      lessons &&
        (lessons.left === lessons.of
          ? t('payments.all_lessons', { of: lessons.of })
          : t('payments.lessons_joined_late', lessons)),
    ],
    ...billedFacts(line, currency, { money, shortDay }),
    [t('invoices.invoice'), invoice?.number],
    [t('refunds.mail_reason'), reason],
    [t('statement.kept'), kept === undefined ? undefined : money(kept, currency)],
    [t('statement.then'), thenWords(balance, (sum) => money(sum, currency))],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

/** The days of the lessons that a charge is for, and which of them were given back. */
function billedFacts(
  { kind, amount: charged, billed = [] }: StatementLine,
  currency: string,
  { money, shortDay }: Pick<Formats, 'money' | 'shortDay'>,
): [string, string | undefined][] {
  if (billed.length === 0) return [];
  const daysOf = (lessons: typeof billed) => listOf(lessons.map((one) => shortDay(one.day)));
  if (kind === 'credit') return [[t('statement.not_held'), daysOf(billed)]];
  // What was taken off for a further child is a line of its own; lessons may be billed no more.
  const price = charged / billed.length;
  const isEach = billed.every(({ amount }) => amount === price);
  const given = billed.filter(({ credited }) => credited);
  return [
    [
      t('payments.lessons'),
      isEach
        ? t('statement.lessons_on', {
            count: billed.length,
            price: money(price, currency),
            days: daysOf(billed),
          })
        : daysOf(billed),
    ],
    [t('statement.not_held_credited'), given.length > 0 ? daysOf(given) : undefined],
  ];
}

const thenWords = (balance: number, money: (sum: number) => string) =>
  balance < 0 ? t('statement.credit', { sum: money(-balance) }) : money(balance);
