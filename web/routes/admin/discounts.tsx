import { discountCalls } from '#contract/discounts/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { discountChanges } from '#web/features/discounts/changes.ts';
import { DiscountList } from '#web/features/discounts/discount-list.tsx';
import { ClassPicker } from '#web/features/invitations/class-picker.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/discounts';

const api = apiOf(discountCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('discounts.discounts')),
  NOT_INDEXED,
];

export const clientLoader = () => api.listDiscounts();

export const clientAction = actionOf(discountChanges);

export default function Discounts({ loaderData: discounts }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('discounts.discounts')} />
      <p className="mt-2 text-quiet">{t('discounts.lead')}</p>
      <DiscountList
        discounts={discounts}
        pick={(chosen, onChange) => (
          <ClassPicker
            legend={t('discounts.classes')}
            hint={t('discounts.classes_hint')}
            chosen={chosen}
            onChange={onChange}
          />
        )}
      />
    </>
  );
}
