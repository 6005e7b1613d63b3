import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { trialPath } from '#contract/payments/payment-path.ts';
import type { Trial } from '#contract/trials/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { NameTag } from '#web/components/people/name-tag.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { trialChanges } from './changes.ts';
import { useBackUntil, useLessonTime } from './when.ts';

type Props = { trials: readonly Trial[]; family: Family };

/**
 * The trial lessons to come of a family, with the way to give one back, and those that are taken off a price;
 * nothing where there are none.
 */
export function TrialList({ trials, family }: Props) {
  const shown = trials.filter(
    ({ state, off }) => state === 'booked' || state === 'paying' || off !== undefined,
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="trial-lessons" className="panel mt-8 p-5 print:hidden">
      <h2 id="trial-lessons" className="text-subheading">
        {t('trials.trial_lessons')}
      </h2>
      <ul className="mt-2 divide-y divide-base-300">
        {shown.map((trial) => (
          <Row key={trial._id} trial={trial} family={family}>
            <Actions trial={trial} family={family} />
          </Row>
        ))}
      </ul>
    </section>
  );
}

type Of = { trial: Trial; family: Family };

function Row({ trial, family, children }: Of & { children: ReactNode }) {
  const timeOf = useLessonTime();
  const { classname, startsat, endsat, room } = trial;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-semibold">
          <OwnWords>{classname}</OwnWords>
        </p>
        {startsat !== null && endsat !== null && (
          <p className="wrap-anywhere text-quiet text-sm first-letter:uppercase">
            <time dateTime={startsat}>{timeOf({ startsat, endsat })}</time>
            {room && (
              <>
                {', '}
                <OwnWords>{room}</OwnWords>
              </>
            )}
          </p>
        )}
        <Note trial={trial} />
      </div>
      {isFamily(family) && <NameTag {...tagOf(family, trial)} />}
      {children}
    </li>
  );
}

function Note({ trial }: Pick<Of, 'trial'>) {
  const { money, time } = useFormats();
  const { state, off, holduntil, currency } = trial;
  const backUntil = useBackUntil()(trial);
  const words =
    state === 'paying' && holduntil
      ? t('trials.pay_until', { until: time(holduntil) })
      : off !== undefined
        ? t('trials.mail_taken_off', { sum: money(off, currency) })
        : backUntil;
  return words && <p className="text-sm">{words}</p>;
}

function Actions({ trial, family }: Of) {
  const { state, learnerid, learnername: name, classid, classname, lessonid, giveupuntil } = trial;
  const mayEnrol = family.some(({ _id, mayenrol }) => _id === learnerid && mayenrol);
  if (!mayEnrol) return null;
  if (state === 'over')
    return (
      <Link
        to={classPath({ _id: classid })}
        className="btn btn-primary btn-sm"
        aria-label={t('common.label_of', { label: t('trials.mail_open_class'), of: classname })}
      >
        {t('trials.mail_open_class')}
      </Link>
    );
  return (
    <>
      {state === 'paying' && (
        <Link
          to={trialPath({ classid, lessonid, learnerid })}
          className="btn btn-primary btn-sm"
          aria-label={t('trials.pay_now_of', { name, class: classname })}
        >
          {t('trials.pay_now')}
        </Link>
      )}
      {(giveupuntil !== undefined || state === 'paying') && <GiveBack trial={trial} />}
    </>
  );
}

function GiveBack({ trial }: Pick<Of, 'trial'>) {
  const { lessonid, learnerid, learnername: name, classname, startsat, endsat, state, paidbyother } = trial;
  const { run } = useChange(trialChanges, 'giveUpTrial');
  const [isAsking, setIsAsking] = useState(false);
  const { money } = useFormats();
  const timeOf = useLessonTime();
  const sum = money(trial.price, trial.currency);
  const isPaid = state === 'booked' && trial.price > 0;
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={t('trials.give_back_of', { name, class: classname })}
        onClick={() => setIsAsking(true)}
      >
        {t('trials.give_back')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('trials.give_back_question')}
          confirmLabel={t('trials.give_back')}
          cancelLabel={t('trials.keep')}
          onConfirm={() => run({ lessonid, learnerid, sum, paidbyother })}
          onClose={() => setIsAsking(false)}
        >
          {startsat !== null && endsat !== null && (
            <p>
              {t('trials.give_back_lead', { class: classname, moment: timeOf({ startsat, endsat }) })}{' '}
              {isPaid && t('payments.goes_back', { sum, payer: paidbyother ? 'other' : 'self' })}
            </p>
          )}
          <p className="mt-2">{t('trials.mail_choose_another')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
