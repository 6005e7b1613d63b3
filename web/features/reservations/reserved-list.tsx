import { useState } from 'react';
import { Link } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { paymentPath } from '#contract/payments/payment-path.ts';
import type { Reservation } from '#contract/reservations/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { reservationChanges } from './changes.ts';

type Props = { reservations: readonly Reservation[]; family: Family };

/**
 * The places that a family has reserved in classes that run once enough have joined, with the way to give one
 * back, or to pay for one whose card was refused; nothing where there are none.
 */
export function ReservedList({ reservations, family }: Props) {
  const lang = useOwnLanguage();
  if (reservations.length === 0) return null;
  return (
    <section aria-labelledby="reserved-places" className="panel mt-8 p-5 print:hidden">
      <h2 id="reserved-places" className="text-subheading">
        {t('reservations.reserved_places')}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {reservations.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-56">
              <p className="wrap-anywhere font-semibold">
                <Link to={classPath({ _id: one.classid })} lang={lang} className="link">
                  {one.classname}
                </Link>
              </p>
              <Standing reservation={one} />
            </div>
            {isFamily(family) && <NameTag {...tagOf(family, one)} />}
            <Actions reservation={one} family={family} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ reservation }: { reservation: Reservation }) {
  const { money, day, moment } = useFormats();
  const { state, price, currency, joined = 0, runsfrom = 0, decideby, payuntil } = reservation;
  const sum = price === undefined ? undefined : money(price, currency);
  if (state === 'unpaid')
    return (
      <p className="font-semibold text-error text-sm">
        {t('reservations.card_was_refused', { moment: payuntil ? moment(payuntil) : '' })}
      </p>
    );
  if (state === 'charging') return <p className="text-sm">{t('reservations.is_being_charged')}</p>;
  return (
    <p className="text-quiet text-sm">
      {t('reservations.so_many', { count: joined, of: runsfrom })}{' '}
      {decideby && t('reservations.decided_after', { day: day(decideby) })}{' '}
      {sum && t('reservations.charged_then', { sum })}
    </p>
  );
}

function Actions({ reservation, family }: { reservation: Reservation; family: Family }) {
  const { _id, state, classid, classname, learnerid, learnername, price } = reservation;
  const { run } = useChange(reservationChanges, 'giveUpReservation');
  const [isAsking, setIsAsking] = useState(false);
  const learner = family.find((one) => one._id === learnerid);
  if (state === 'unpaid')
    return price === undefined ? null : (
      <Link
        to={paymentPath(classid, learner?.self ? undefined : learnerid)}
        className="btn btn-primary btn-sm"
        aria-label={t('common.label_of', { label: t('reservations.mail_pay_now'), of: classname })}
      >
        {t('reservations.mail_pay_now')}
      </Link>
    );
  if (state === 'charging' || !(learner?.mayenrol || price !== undefined)) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm btn-paper"
        aria-label={t('reservations.give_back_of', { class: classname, learner: learnername })}
        onClick={() => setIsAsking(true)}
      >
        {t('reservations.give_back')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('reservations.ask_give_back', { class: classname })}
          confirmLabel={t('reservations.give_back')}
          cancelLabel={t('reservations.keep')}
          onConfirm={() => run({ id: _id, classname })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('reservations.nothing_was_charged')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
