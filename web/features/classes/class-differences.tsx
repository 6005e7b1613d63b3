import type { AdminClass } from '#contract/classes/calls.ts';
import { perUnit } from '#contract/messages/price-words.ts';
import { Picture } from '#web/components/media/picture.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

type Shown = NonNullable<AdminClass['approvedas']>;
type Field = keyof Shown;

const LABELS: Record<Field, string> = {
  classname: 'Name',
  image: 'Picture',
  price: 'Price',
  priceunit: 'The price is',
  duetext: 'When and how it is due',
  capacity: 'Places in all',
  level: 'Level',
  group: 'Group',
  description: 'Description',
  agefrom: 'Youngest age',
  ageto: 'Oldest age',
};

/** What a class was and what it is now, field by field, for those that differ. */
export function ClassDifferences({ before, after }: { before: Shown; after: Shown }) {
  const fields = (Object.keys(LABELS) as Field[]).filter((field) => before[field] !== after[field]);
  return (
    <dl className="divide-y divide-base-300">
      {fields.map((field) => (
        <div key={field} className="py-3">
          <dt className="mb-1 font-semibold text-sm">{LABELS[field]}</dt>
          <dd className="grid grid-cols-2 gap-4">
            <Side label="Approved">
              <Value field={field} of={before} />
            </Side>
            <Side label="Now">
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
  if (field === 'image') {
    return <Picture url={of.image} alt="" sizes="200px" className="mt-1 aspect-4/3 w-full rounded-field" />;
  }
  const value =
    field === 'price' ? price(of.price) : field === 'priceunit' ? perUnit(of.priceunit).trim() : of[field];
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {value === '' || value === undefined ? <span className="text-quiet">nothing</span> : value}
    </p>
  );
}
