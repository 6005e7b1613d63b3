import type { Config, FirstVariable } from '#server/config/config.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';

type Terms = Pick<SchoolNow, 'name' | 'enrolmentPrice' | 'currency' | 'cancelUntilHours' | 'cancelFrom'>;

const priceText = ({ enrolmentPrice }: Terms) =>
  enrolmentPrice === 'class' ? 'class' : String(enrolmentPrice / 100);

const TEXTS: Readonly<Record<FirstVariable, (terms: Terms) => string>> = {
  SCHOOL_NAME: ({ name }) => name,
  ENROLMENT_PRICE: priceText,
  CURRENCY: ({ currency }) => currency,
  CANCEL_UNTIL_HOURS: ({ cancelUntilHours }) => String(cancelUntilHours),
  CANCEL_FROM: ({ cancelFrom }) => cancelFrom,
};

/** A sentence for each variable that says something else than the school does by now. */
export function unusedVariables({ firstSchool }: Pick<Config, 'firstSchool'>, school: Terms): string[] {
  const differing = firstSchool.said.filter((name) => TEXTS[name](firstSchool) !== TEXTS[name](school));
  return differing.map(
    (name) =>
      `${name}=${TEXTS[name](firstSchool)} is no longer read: the school itself says ${TEXTS[name](school)}, and its admins change that. Take the variable out.`,
  );
}
