import { CountUp } from '#web/components/count-up.tsx';

const NUMBERS = [
  { target: 732, label: 'Students' },
  { target: 53, label: 'Teachers' },
  { target: 31, label: 'Programmes' },
  { target: 23, label: 'Awards' },
];

export function Numbers() {
  return (
    <section aria-labelledby="numbers" className="bg-plum-deep text-paper">
      <div className="wrap py-16 lg:py-20">
        <h2 id="numbers" className="sr-only">
          The school in numbers
        </h2>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-10 text-center lg:grid-cols-4">
          {NUMBERS.map(({ target, label }) => (
            <li key={label}>
              <CountUp target={target} label={label} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
