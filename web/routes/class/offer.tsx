import { agesOf } from '#contract/ages.ts';
import type { MusicClass } from '#contract/classes.ts';
import { partOf } from '#contract/part-of.ts';
import type { ClassLesson } from '#contract/timetable.ts';
import { SeatsLeft } from '#web/features/classes/class-card.tsx';
import { KeptFor } from '#web/features/classes/kept-for.tsx';
import { daysAndTimes } from '#web/features/classes/meets-words.ts';
import { cancelWords } from '#web/features/payments/cancel-words.ts';
import { useConfig } from '#web/lib/config.ts';
import { useFeeNote } from '#web/lib/fee-note.ts';
import { useFormats } from '#web/lib/formats.ts';
import { ClassChoice } from '#web/routes/class-choice.tsx';
import { Teacher } from './teacher.tsx';

/** What a class costs, how many seats are left, and the way in; a class without seats stands out in red. */
export function Offer({ musicClass, lessons }: { musicClass: MusicClass; lessons: readonly ClassLesson[] }) {
  const { availableseat, enrolledstudents, price, group, level, meets } = musicClass;
  const ages = agesOf(musicClass);
  const formats = useFormats();
  const feeNote = useFeeNote();
  const { school } = useConfig();
  const isFull = availableseat === 0;
  const toCome = lessons.filter(({ begun, state }) => !begun && state !== 'cancelled');
  const count = { left: toCome.length, of: meets?.lessons ?? 0 };
  const isLate = school.enrolmentPrice === 'class' && count.left > 0 && count.left < count.of;
  return (
    <section
      aria-label="Price and seats"
      className={`flyer-offer panel h-fit p-6 lg:sticky lg:top-26 lg:col-start-2 lg:row-span-3 lg:row-start-1 ${isFull ? 'border-error bg-rose' : ''}`}
    >
      <p className="font-display font-semibold text-4xl">{formats.money(price)}</p>
      {feeNote && <p className="mt-1 text-quiet">{feeNote}</p>}
      {isLate && (
        <p className="mt-1 text-quiet print:hidden">
          {count.left} of {count.of} lessons left,{' '}
          {formats.money(partOf(Math.round(price * 100), count) / 100)} instead of {formats.money(price)}
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-4 print:hidden">
        <SeatsLeft seats={availableseat} />
        <span className="text-quiet">{enrolledstudents} enrolled</span>
      </p>
      <KeptFor {...musicClass} />
      <div className="class-way-in mt-5 print:hidden">
        <ClassChoice musicClass={musicClass} />
      </div>
      <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-current/10 border-t pt-5 print:hidden">
        <dt className="text-quiet">For</dt>
        <dd className="font-semibold">{group}</dd>
        {ages && (
          <>
            <dt className="text-quiet">Ages</dt>
            <dd className="font-semibold">{ages}</dd>
          </>
        )}
        {meets && (
          <>
            <dt className="text-quiet">When</dt>
            <dd className="font-semibold">{daysAndTimes(meets, formats)}</dd>
          </>
        )}
        <dt className="text-quiet">Level</dt>
        <dd className="font-semibold">{level}</dd>
        <dt className="text-quiet">Teacher</dt>
        <dd className="wrap-anywhere font-semibold">
          <Teacher {...musicClass} />
        </dd>
      </dl>
      <p className="mt-5 border-current/10 border-t pt-4 text-quiet text-sm print:hidden">
        {feeNote &&
          'Enrolling costs one flat fee, which books your seat; the price of the class is not charged here. '}
        {cancelWords(school, [musicClass])}
      </p>
    </section>
  );
}
