import { weekdayName } from '#contract/formats.ts';
import type { Plan } from '#contract/plans/calls.ts';
import { t } from '#languages/t.ts';
import { Meanwhile } from '#web/components/form/meanwhile.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

type Props = {
  /** As another user has saved them. */
  plans: readonly Plan[];
  /** Puts them into the form in the place of what was typed. */
  onUse: () => void;
};

/** Says what another user planned while the form was open. */
export function PlansMeanwhile({ plans, onUse }: Props) {
  const { clock, day } = useFormats();
  const inWords = ({ weekday, everyweeks, starttime, minutes, firstday, lastday, room }: Plan) =>
    t('plans.in_words', {
      everyweeks,
      weekday: weekdayName(weekday),
      time: clock(starttime),
      minutes,
      first: day(firstday),
      last: day(lastday),
      hasRoom: room === null ? 'no' : 'yes',
      room: room ?? '',
    });
  return (
    <Meanwhile title={t('plans.changed_meanwhile')}>
      {plans.length === 0 ? (
        <p className="mt-2">{t('plans.meanwhile_removed')}</p>
      ) : (
        <>
          <p className="mt-2">{t('plans.meanwhile_saved')}</p>
          <ul className="mt-1 list-disc ps-5">
            {plans.map((plan) => (
              <li key={plan._id} className="wrap-anywhere">
                {inWords(plan)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2">{t('plans.meanwhile_yours')}</p>
      {plans.length > 0 && (
        <button type="button" className="btn btn-outline btn-sm mt-3" onClick={onUse}>
          {t('plans.use_these_instead')}
        </button>
      )}
    </Meanwhile>
  );
}
