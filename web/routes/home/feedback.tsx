import { Section } from './section.tsx';

const VOICES = [
  {
    words:
      'My daughter used to hide behind the piano. Last month she bowed in front of two hundred people and asked when the next concert is.',
    name: 'Ines K.',
    who: 'Mother of a piano student',
  },
  {
    words:
      'I started the cello at fifty-eight, with hands that had only ever held tools. Nobody smiled the wrong way, not once.',
    name: 'Marcus B.',
    who: 'Cello, second year',
  },
  {
    words:
      'They lent us a quarter-size violin, then a half, then found my son the right one to buy. The lessons are good; the honesty is better.',
    name: 'Farah Q.',
    who: 'Mother of a violin student',
  },
];

export function Feedback() {
  return (
    <Section id="feedback" title="Client Feedback" lead="What families and students tell others about us.">
      <ul className="grid gap-6 lg:grid-cols-3 lg:gap-8">
        {VOICES.map(({ words, name, who }) => (
          <li key={name}>
            <figure className="panel flex h-full flex-col p-7 lg:p-8">
              <span className="h-9 font-display text-7xl text-coral leading-none" aria-hidden="true">
                “
              </span>
              <blockquote className="mt-2 font-display text-xl leading-relaxed lg:text-2xl lg:leading-relaxed">
                {words}
              </blockquote>
              <figcaption className="mt-auto pt-6">
                <span className="block font-semibold">{name}</span>
                <span className="text-quiet text-sm">{who}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
