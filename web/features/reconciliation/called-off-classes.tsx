import type { Reconciliation } from '#contract/reconciliation/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { Day } from '#web/components/time/written.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

type Props = Pick<Reconciliation, 'calledoff' | 'currency'>;

/** What each class that was called off in the month gives back, and whether it has; nothing where none was. */
export function CalledOffClasses({ calledoff, currency }: Props) {
  if (calledoff.length === 0) return null;
  return (
    <section aria-labelledby="called-off" className="mt-6">
      <h2 id="called-off" className="text-subheading">
        {t('reconciliation.called_off')}
      </h2>
      <ul className="panel mt-3 divide-y divide-base-300">
        {calledoff.map(({ classid, classname, calledoffat, ...money }) => (
          <li key={classid} className="p-4">
            <p className="flex flex-wrap items-baseline gap-x-4">
              <span className="wrap-anywhere font-semibold">
                <OwnWords>{classname}</OwnWords>
              </span>
              <span className="text-quiet text-sm">
                <Day at={calledoffat} />
              </span>
            </p>
            <MoneyWords {...money} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type MoneyProps = Pick<Reconciliation['calledoff'][number], 'sums' | 'open'> & { currency: string };

function MoneyWords({ sums: { card, byhand, struck }, open, currency }: MoneyProps) {
  const { money } = useFormats();
  const written = (sum: number) => money(sum, currency);
  const lines = [
    card > 0 && t('calloffs.back_to_cards', { sum: written(card) }),
    byhand > 0 && t('reconciliation.back_by_hand', { sum: written(byhand) }),
    struck > 0 && t('calloffs.no_longer_owed', { sum: written(struck) }),
    card + byhand + struck === 0 && t('calloffs.no_money'),
  ].filter(Boolean);
  const left = [
    open.card > 0 && t('reconciliation.card_still_open', { sum: written(open.card) }),
    open.byhand > 0 && t('reconciliation.by_hand_still_open', { sum: written(open.byhand) }),
  ].filter(Boolean);
  const isAllBack = left.length === 0 && card + byhand > 0;
  return (
    <>
      <p className="text-sm">{lines.join(' ')}</p>
      {isAllBack && <p className="text-sm text-success">{t('reconciliation.all_gone_back')}</p>}
      {left.length > 0 && <p className="font-semibold text-sm">{left.join(' ')}</p>}
    </>
  );
}
