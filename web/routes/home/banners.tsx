import type { ReactNode } from 'react';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { MapPin } from '#web/components/icons/map-pin.tsx';
import { Ticket } from '#web/components/icons/ticket.tsx';
import { WidePicture } from '#web/components/picture.tsx';

export function ArtClasses() {
  return (
    <Banner
      id="art-classes"
      scene="art-classes"
      ground="bg-teal-deep"
      shade="from-teal-deep/85 via-teal-deep/60"
      kicker="Not only for the ears"
      title="Art Classes"
    >
      <p className="text-lead text-paper/85">
        On Saturday mornings the third floor smells of paint. Children and adults draw what they hear: a cello
        in brown, a trumpet in yellow, a waltz that goes round and round. Brushes, paper and live music are
        there; bring a shirt that may get dirty.
      </p>
    </Banner>
  );
}

const FACTS = [
  { icon: CalendarDays, text: 'First Saturday in July, 6 pm' },
  { icon: MapPin, text: 'The band shell in Linden Park' },
  { icon: Ticket, text: 'Free, with room for your blanket' },
];

export function NextEvent() {
  return (
    <Banner
      id="next-event"
      scene="next-event"
      ground="bg-ink"
      shade="from-ink/85 via-ink/60"
      kicker="A concert in the park"
      title="Next Event"
    >
      <p className="text-lead text-paper/85">
        One hundred and twenty students, one warm evening. The youngest open with ukuleles, the chamber groups
        play into the dusk, and the jazz workshop ends the night when the lamps come on.
      </p>
      <ul className="mt-7 space-y-3">
        {FACTS.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3 font-medium">
            <Icon className="size-5 shrink-0 text-saffron" aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** A picture as wide as the window, calm on its left, where the words stand. */
function Banner({
  id,
  scene,
  ground,
  shade,
  kicker,
  title,
  children,
}: {
  id: string;
  scene: string;
  ground: string;
  shade: string;
  kicker: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className={`on-dark relative isolate overflow-hidden text-paper ${ground}`}>
      <WidePicture
        scene={scene}
        height={800}
        className="w-full object-cover object-[75%_50%] max-lg:aspect-3/2 lg:absolute lg:inset-0 lg:-z-10 lg:h-full"
      />
      {/* Words stay readable over whatever is drawn there. */}
      <div
        className={`absolute inset-y-0 left-0 -z-10 hidden w-3/5 bg-linear-to-r to-transparent lg:block ${shade}`}
        aria-hidden="true"
      />
      <div className="wrap flex flex-col justify-center py-12 lg:min-h-[44rem] lg:py-20">
        <div className="max-w-lg">
          <p className="kicker text-saffron">{kicker}</p>
          <h2 id={id} className="mt-3 mb-5 text-heading">
            {title}
          </h2>
          {children}
        </div>
      </div>
    </section>
  );
}
