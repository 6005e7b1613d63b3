import { Link } from 'react-router';
import { ArrowRight } from '#web/components/icons/arrow-right.tsx';
import { WidePicture } from '#web/components/picture.tsx';

const PROMISES = ['Classes from age four to eighty-four', 'Instruments to borrow', 'Two concerts a year'];

export function Hero() {
  return (
    <section aria-labelledby="hero" className="on-dark relative isolate overflow-hidden bg-ink text-paper">
      <WidePicture
        scene="hero"
        height={1080}
        isFirst
        className="w-full object-cover object-[78%_60%] max-lg:aspect-4/3 lg:object-[96%_60%] lg:absolute lg:inset-y-0 lg:right-0 lg:-z-20 lg:h-full lg:w-[82%]"
      />
      <div
        className="absolute inset-y-0 left-[17%] -z-10 hidden w-2/5 bg-linear-to-r from-ink via-ink/60 to-transparent lg:block xl:w-1/4"
        aria-hidden="true"
      />
      <div className="wrap flex flex-col justify-center py-12 lg:min-h-[36rem] xl:min-h-[min(62rem,calc(100svh-4.5rem))] lg:py-16">
        <p className="kicker text-saffron">Music school for every age</p>
        <h1 id="hero" className="mt-4 max-w-2xl text-hero">
          Music is learnt by playing it
        </h1>
        <p className="mt-6 max-w-[25rem] text-lead xl:max-w-md text-paper/85">
          Small classes, patient teachers and a stage at the end of term. Come with a dream, a child or an old
          guitar; we will begin where you are.
        </p>
        <div className="mt-9 flex max-w-md flex-wrap gap-3">
          <Link to="/classes" className="btn btn-accent btn-lg">
            View All Courses
            <ArrowRight className="size-5" aria-hidden="true" />
          </Link>
          <Link
            to="/instructorlist"
            className="btn btn-lg border-paper/40 bg-transparent text-paper hover:bg-paper/10"
          >
            Meet the teachers
          </Link>
        </div>
        <ul className="mt-10 space-y-2 text-paper/85 text-sm">
          {PROMISES.map((promise) => (
            <li key={promise} className="flex items-center gap-2.5">
              <span className="size-1.5 rounded-full bg-saffron" aria-hidden="true" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
