import type { Fact } from '#contract/school/calls.ts';
import { language } from '#languages/t.ts';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { Clock } from '#web/components/icons/clock.tsx';
import type { Icon } from '#web/components/icons/icon.tsx';
import { MapPin } from '#web/components/icons/map-pin.tsx';
import { Ticket } from '#web/components/icons/ticket.tsx';
import { Mark } from '#web/components/layout/brand.tsx';
import { WidePicture } from '#web/components/media/picture.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { type EventLine, eventLines } from './event-lines.ts';

/** The demo's own events, as they are drawn. */
const DRAWN: Record<string, { scene: string; ground: string; shade: string } | undefined> = {
  'Art Classes': {
    scene: 'art-classes',
    ground: 'bg-teal-deep',
    shade: 'from-teal-deep/85 via-teal-deep/60',
  },
  'Next Event': { scene: 'next-event', ground: 'bg-ink', shade: 'from-ink/85 via-ink/60' },
};

const ICONS: Partial<Record<EventLine['tells'], Icon>> = {
  day: CalendarDays,
  hour: Clock,
  place: MapPin,
  cost: Ticket,
};

/** What the school tells of, each over the whole width of the window. */
export function Events({ events }: { events: readonly Fact[] }) {
  return events.map((event, at) => <Banner key={event._id} event={event} isOdd={at % 2 === 1} />);
}

/**
 * A picture as wide as the window, calm on its left, where the words stand; without one of its own a school's
 * is calm all over.
 */
function Banner({ event, isOdd }: { event: Fact; isOdd: boolean }) {
  const { isDemo } = useConfig();
  const { _id, title = '', byline } = event;
  const drawn = isDemo ? DRAWN[title] : undefined;
  const ground = drawn?.ground ?? (isOdd ? 'bg-ink' : 'bg-teal-deep');
  const { weekday } = useFormats();
  const { text, lines } = eventLines(event, weekday);
  /** Of an event with a day the page itself writes that. */
  const isWritten = (tells: EventLine['tells']) => event.day !== undefined && tells === 'day';
  const id = `event-${_id}`;
  const lang = useOwnLanguage();
  return (
    <section aria-labelledby={id} className={`on-dark relative isolate overflow-hidden text-paper ${ground}`}>
      {drawn ? <Drawing {...drawn} /> : <Fermata />}
      <div
        className={`wrap flex flex-col justify-center ${drawn ? 'py-12 lg:min-h-[42rem] lg:py-20' : 'band'}`}
      >
        <div lang={lang} className="wrap-anywhere max-w-lg">
          {byline && <p className="kicker text-saffron">{byline}</p>}
          <h2 id={id} className="mt-3 mb-5 text-heading">
            {title}
          </h2>
          {text && <p className="text-lead text-paper/85">{text}</p>}
          {lines.length > 0 && (
            <ul className="mt-7 space-y-3">
              {lines.map(({ tells, line }, at) => {
                const Icon = ICONS[tells];
                return (
                  <li
                    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
                    key={at}
                    lang={lang && isWritten(tells) ? language() : undefined}
                    className="flex items-center gap-3 font-medium"
                  >
                    {Icon ? (
                      <Icon className="size-5 shrink-0 text-saffron" aria-hidden="true" />
                    ) : (
                      <span
                        className="mx-[7px] size-1.5 shrink-0 rounded-full bg-saffron"
                        aria-hidden="true"
                      />
                    )}
                    {line}
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

function Drawing({ scene, shade }: { scene: string; shade: string }) {
  return (
    <>
      <WidePicture
        scene={scene}
        height={800}
        className="w-full object-cover object-[75%_50%] max-lg:aspect-3/2 lg:absolute lg:inset-0 lg:-z-10 lg:h-full rtl:lg:inset-s-auto rtl:lg:w-3/5 rtl:lg:mask-r-from-70%"
      />
      {/* Words stay readable over whatever is drawn there. */}
      <div
        className={`absolute inset-y-0 inset-s-0 -z-10 hidden w-3/5 bg-linear-to-r to-transparent rtl:bg-linear-to-l lg:block ${shade}`}
        aria-hidden="true"
      />
    </>
  );
}

/** The sign over a note that is held, large and quiet beside the words. */
const Fermata = () => (
  <Mark className="-z-10 -translate-y-1/2 -inset-e-16 absolute top-1/2 hidden w-[34rem] opacity-10 md:block lg:inset-e-10" />
);
