import type { Plan } from '#contract/plans/calls.ts';
import { WEEKDAYS } from '#contract/time/weekdays.ts';
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
    [
      `${everyweeks === 1 ? 'Every' : 'Every other'} ${WEEKDAYS[weekday - 1]} ${clock(starttime)}`,
      `${minutes} minutes`,
      `${day(firstday)} to ${day(lastday)}`,
      room ?? 'no room',
    ].join(', ');
  return (
    <Meanwhile title="These times changed while you were editing">
      {plans.length === 0 ? (
        <p className="mt-2">Someone else has removed all times of this class.</p>
      ) : (
        <>
          <p className="mt-2">Someone else has saved:</p>
          <ul className="mt-1 list-disc ps-5">
            {plans.map((plan) => (
              <li key={plan._id} className="wrap-anywhere">
                {inWords(plan)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2">
        Nothing of yours was saved yet, and what you typed is still here. Save again to replace these times.
      </p>
      {plans.length > 0 && (
        <button type="button" className="btn btn-outline btn-sm mt-3" onClick={onUse}>
          Use these times instead
        </button>
      )}
    </Meanwhile>
  );
}
