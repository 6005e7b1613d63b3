import type { Discount } from '#contract/discounts/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { EditableList } from '#web/components/list/editable-list.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { discountChanges } from './changes.ts';
import { DiscountDialog, type PickClasses } from './discount-dialog.tsx';
import { childWords } from './words.ts';

type Props = { discounts: readonly Discount[]; pick: PickClasses };

const nameOf = ({ code, nth = 0 }: Discount) => code ?? childWords(nth);

/** The discounts of the school with how often they are used, each to be ended. */
export function DiscountList({ discounts, pick }: Props) {
  const formats = useFormats();
  return (
    <EditableList
      title={t('discounts.discounts')}
      add={t('discounts.add')}
      none={<Empty sentence={t('discounts.none')} />}
      columns={[
        {
          heading: t('discounts.discount'),
          cell: (discount) => (
            <span className="wrap-anywhere block font-semibold" dir="auto">
              {nameOf(discount)}
            </span>
          ),
        },
        { heading: t('discounts.takes_off'), cell: (discount) => offWords(discount, formats) },
        { heading: t('discounts.holds'), cell: (discount) => <Bounds discount={discount} /> },
        {
          heading: t('discounts.used'),
          cell: ({ used, times }) =>
            times === undefined ? `${used}` : t('discounts.used_of', { used, times }),
        },
      ]}
      rows={discounts}
      actions={(discount) =>
        discount.endedat ? (
          <span className="text-quiet text-sm">
            {t('discounts.ended_on', { day: formats.day(discount.endedat) })}
          </span>
        ) : (
          <EndButton discount={discount} />
        )
      }
    >
      {(close) => <DiscountDialog pick={pick} onClose={close} />}
    </EditableList>
  );
}

const offWords = ({ percent, amount = 0 }: Discount, { money }: Formats) =>
  percent === undefined ? money(amount) : t('discounts.percent_off', { percent });

/** When, for which classes and how often by one family it is taken. */
function Bounds({ discount: { kind, from, to, timesfamily, classes } }: { discount: Discount }) {
  const { day } = useFormats();
  if (kind === 'sibling') return t('discounts.for_sibling');
  const days =
    from && to
      ? t('discounts.days_of', { from: day(from), to: day(to) })
      : from
        ? t('discounts.from_day', { from: day(from) })
        : to && t('discounts.until_day', { to: day(to) });
  return (
    <span className="block">
      {classes.length === 0 && <span className="block">{t('discounts.all_classes')}</span>}
      {classes.map(({ _id, classname }) => (
        <span key={_id} className="wrap-anywhere block">
          <OwnWords>{classname}</OwnWords>
        </span>
      ))}
      {days && <span className="block text-quiet text-sm">{days}</span>}
      {timesfamily !== undefined && (
        <span className="block text-quiet text-sm">{t('discounts.per_family', { count: timesfamily })}</span>
      )}
    </span>
  );
}

function EndButton({ discount }: { discount: Discount }) {
  const save = useSave(discountChanges);
  const name = nameOf(discount);
  return (
    <DialogButton label={t('discounts.end')} of={name} className="btn btn-outline btn-sm text-error">
      {(close) => (
        <ConfirmDialog
          title={t('discounts.end_named', { name })}
          confirmLabel={t('discounts.end_it')}
          onConfirm={() => save('endDiscount', { id: discount._id })}
          onClose={close}
        >
          <p>{t('discounts.end_lead')}</p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
