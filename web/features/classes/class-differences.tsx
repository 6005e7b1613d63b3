import type { AdminClass } from '#contract/classes/calls.ts';
import { groupLabel, levelLabel } from '#contract/classes/labels.ts';
import type { Formats } from '#contract/formats.ts';
import { unitWords } from '#contract/messages/price-words.ts';
import type { WithLists } from '#contract/school/lists.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';

type Shown = NonNullable<AdminClass['approvedas']>;
type Field = keyof Shown;

const LABELS = {
  classname: 'common.name',
  image: 'common.picture',
  price: 'classes.price_label',
  priceunit: 'classes.price_is',
  duetext: 'classes.when_how_due',
  capacity: 'classes.places_in_all',
  level: 'classes.level',
  group: 'classes.group',
  description: 'common.description',
  agefrom: 'classes.youngest_age',
  ageto: 'classes.oldest_age',
} as const satisfies Record<Field, PlainId>;

/** What a class was and what it is now, field by field, for those that differ. */
export function ClassDifferences({ before, after }: { before: Shown; after: Shown }) {
  const fields = (Object.keys(LABELS) as Field[]).filter((field) => before[field] !== after[field]);
  return (
    <dl className="divide-y divide-base-300">
      {fields.map((field) => (
        <div key={field} className="py-3">
          <dt className="mb-1 font-semibold text-sm">{t(LABELS[field])}</dt>
          <dd className="grid grid-cols-2 gap-4">
            <Side label={t('classes.approved_label')}>
              <Value field={field} of={before} />
            </Side>
            <Side label={t('classes.now')}>
              <Value field={field} of={after} />
            </Side>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-quiet text-xs">{label}</p>
      {children}
    </div>
  );
}

function Value({ field, of }: { field: Field; of: Shown }) {
  const { money: price } = useFormats();
  const { school } = useConfig();
  if (field === 'image') {
    return <Picture url={of.image} alt="" sizes="200px" className="mt-1 aspect-4/3 w-full rounded-field" />;
  }
  const value = wordsOf(field, of, { price, school });
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {value === '' || value === undefined ? (
        <span className="text-quiet">{t('classes.nothing')}</span>
      ) : (
        value
      )}
    </p>
  );
}

function wordsOf(
  field: Exclude<Field, 'image'>,
  of: Shown,
  { price, school }: { price: Formats['money']; school: WithLists },
) {
  switch (field) {
    case 'price':
      return price(of.price);
    case 'priceunit':
      return unitWords(of.priceunit);
    case 'level':
      return levelLabel(school, of.level);
    case 'group':
      return groupLabel(school, of.group);
    default:
      return of[field];
  }
}
