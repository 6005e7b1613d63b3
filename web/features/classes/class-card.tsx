import type { ReactNode } from 'react';
import { FEW_SEATS, type ListedClass } from '#contract/classes.ts';
import { Picture } from '#web/components/picture.tsx';
import { useFeeNote, usePrice } from '#web/lib/price.ts';

/** Under five in red, otherwise green. */
const seatsTone = (seats: number) => (seats < FEW_SEATS ? 'text-error' : 'text-success');

const seatsText = (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`);

/** The list's items take their rows from the list, so that what cards say stands in line from card to card. */
export const CARD_ITEM = 'row-span-3 grid grid-rows-subgrid gap-0';

/** What a visitor must know of a class, with a way to choose it. A class without seats stands out in red. */
export function ClassCard({
  musicClass,
  sizes,
  select,
  isFirst,
}: {
  musicClass: ListedClass;
  /** How wide the picture is shown, as in `<img sizes>`. */
  sizes: string;
  select: ReactNode;
  /** Whether its picture belongs to the first screen. */
  isFirst?: boolean;
}) {
  const {
    classname,
    image,
    instructorname,
    availableseat,
    enrolledstudents,
    level,
    group,
    price,
    description,
  } = musicClass;
  const formatPrice = usePrice();
  const feeNote = useFeeNote();
  const isFull = availableseat === 0;
  return (
    <article
      data-full={isFull || undefined}
      className={`group ${CARD_ITEM} overflow-hidden rounded-card border shadow-card transition-shadow duration-200 hover:shadow-lift ${
        isFull ? 'border-error bg-rose' : 'border-base-300 bg-base-100'
      }`}
    >
      <div className="relative overflow-hidden">
        <Picture
          url={image}
          alt=""
          sizes={sizes}
          isFirst={isFirst}
          className={`aspect-4/3 w-full transition-transform duration-500 ease-calm group-hover:scale-[1.03] ${isFull ? 'opacity-80' : ''}`}
        />
        <ul className="absolute inset-x-3 top-3 flex flex-wrap gap-1.5 font-semibold text-xs">
          <li className="rounded-full bg-base-100 px-2.5 py-1">{group}</li>
          <li className="rounded-full bg-base-100 px-2.5 py-1">{level}</li>
        </ul>
      </div>
      <div className="px-5 pt-5">
        <h3 className="text-subheading">{classname}</h3>
        <p className="mt-1 text-quiet text-sm">with {instructorname}</p>
        {description && (
          <details className="mt-3 text-sm">
            <summary className="w-fit cursor-pointer font-medium text-plum underline-offset-4 hover:underline">
              About this class
            </summary>
            <p className="mt-2 text-pretty">{description}</p>
          </details>
        )}
      </div>
      <div className="px-5 pt-4 pb-5">
        <p className="flex flex-wrap gap-x-4 text-sm">
          <span className={`font-semibold ${seatsTone(availableseat)}`}>{seatsText(availableseat)}</span>
          <span className="text-quiet">{enrolledstudents} enrolled</span>
        </p>
        <div className="mt-4 flex items-start justify-between gap-3 border-current/10 border-t pt-4">
          <p>
            <span className="block font-display font-semibold text-2xl">{formatPrice(price)}</span>
            {feeNote && <span className="block text-quiet text-sm">{feeNote}</span>}
          </p>
          {select}
        </div>
      </div>
    </article>
  );
}
