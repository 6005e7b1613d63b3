import { Link } from 'react-router';
import type { Formats } from '#contract/formats.ts';
import type { PastEnrolment } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';
import { rich } from '#web/lib/rich.ts';
import { returned } from './money-back.ts';

/** Enrolments that ended, with what came back of the money; nothing when there are none. */
export function PastEnrolments({
  enrolments,
  family,
}: {
  enrolments: readonly PastEnrolment[];
  family: Family;
}) {
  const formats = useFormats();
  if (enrolments.length === 0) return null;
  return (
    <section aria-labelledby="past-enrolments" className="mt-10">
      <h2 id="past-enrolments" className="text-subheading">
        {t('payments.cancelled')}
      </h2>
      <ul className="panel mt-4 divide-y divide-base-300">
        {enrolments.map((enrolment) => (
          <li key={enrolment._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="wrap-anywhere font-semibold">
                  <OwnWords>{enrolment.classname}</OwnWords>
                </span>
                {isFamily(family) && <NameTag {...tagOf(family, enrolment)} />}
              </p>
              <p className="text-sm">
                <span className="text-quiet">
                  {t('payments.paid_on', { day: formats.day(enrolment.date) })}
                </span>{' '}
                {moneyWords(enrolment, formats)}
              </p>
            </div>
            {!enrolment.paidbyother && (
              <Link to={`/student/receipt/${enrolment._id}`} className="btn btn-outline btn-sm btn-paper">
                {rich('payments.receipt_for', {
                  name: enrolment.classname,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function moneyWords(enrolment: PastEnrolment, { money }: Formats): string {
  const { price, earned = 0, returned: back, currency } = enrolment;
  if (price === 0) return t('payments.it_was_free');
  const kept = earned > 0 ? keptWords(enrolment, money) : '';
  if (earned === price && back === 0) return kept;
  const left = Math.max(0, goesBackOf(enrolment) - back);
  return `${returned(enrolment, money(back, currency), money(left, currency))} ${kept}`.trim();
}
