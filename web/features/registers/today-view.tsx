import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { loginPath } from '#web/lib/address/login-path.ts';
import { useFormats, useHours } from '#web/lib/formats/formats.ts';
import { TODAY_PATH } from '#web/lib/page/today-path.ts';
import { useSession } from '#web/lib/session/session.ts';
import { keepPage } from './keep-page.ts';
import type { KeptDay } from './kept.ts';
import { LessonPanel } from './lesson-panel.tsx';
import {
  forgetShown,
  letGo,
  publish,
  type Registers,
  refresh,
  schoolNow,
  schoolToday,
  takeBack,
  useRegisters,
} from './registers.ts';
import { presentLesson } from './rows.ts';
import { SavingLine } from './saving-line.tsx';
import { sendNow } from './send-marks.ts';

/** What is older than this is asked for again when its page is looked at. */
const FRESH_MS = 60_000;

/** Keeps the page, what it shows and what waits up to date; stands outside of what is shown in place of a session. */
export function useSync() {
  const session = useSession();
  const { revalidate } = useRevalidator();
  const userid = session.state === 'signed-in' ? session.user._id : undefined;
  const isIn = session.state === 'signed-in' && session.user.role === 'instructor';
  const isUnknown = session.state === 'failed';
  const isGone = !isIn && !isUnknown && session.state !== 'loading';

  useEffect(() => void keepPage(), []);
  // The page opened before it was known who is here.
  useEffect(() => {
    if (!isGone) return;
    forgetShown();
    void revalidate();
  }, [isGone, revalidate]);
  useEffect(() => {
    let askedAt = 0;
    async function sync() {
      sendNow();
      if (!userid) return publish({ isStale: isUnknown });
      if (Date.now() - askedAt < FRESH_MS) return;
      askedAt = Date.now();
      await refresh().catch(() => {
        askedAt = 0;
      });
    }
    function look() {
      if (document.visibilityState === 'visible') void sync();
      else void letGo().then(sendNow);
    }
    void sync();
    const timer = setInterval(look, FRESH_MS);
    addEventListener('online', sync);
    addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', sync);
      removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [userid, isUnknown]);
}

/** The lessons of today and tomorrow with their registers. */
export function TodayView() {
  const today = useRegisters(schoolToday);
  const known = useRegisters(({ days }) => days);
  const isStale = useRegisters((now) => now.isStale);
  const days = known.filter(({ day }) => day >= today).sort((one, other) => (one.day < other.day ? -1 : 1));
  return (
    <>
      <PageHeading title={t('areas.today')} />
      <ZoneNote />
      <Notes />
      {days.length === 0 && (
        <p className="mt-6 text-lead text-quiet">
          {t(isStale ? 'registers.nothing_kept' : 'registers.loading')}
        </p>
      )}
      {days.map((day) => (
        <Day key={day.day} day={day} isToday={day.day === today} />
      ))}
      <Saving />
    </>
  );
}

function Day({ day: { day, lessons }, isToday }: { day: KeptDay; isToday: boolean }) {
  const { weekday } = useHours();
  const [chosen, setChosen] = useState<string | null>();
  const present = useRegisters(() => presentLesson(lessons, schoolNow())?._id);
  const open = chosen === undefined ? isToday && present : chosen;
  return (
    <section aria-labelledby={`day-${day}`} className="mt-6">
      <h2 id={`day-${day}`} className="text-subheading">
        {t(isToday ? 'registers.today_is' : 'registers.tomorrow_is', { day: weekday(day) })}
      </h2>
      {lessons.length === 0 ? (
        <p className="mt-2 text-quiet">{t('registers.no_lessons')}</p>
      ) : (
        <div className="mt-3 grid gap-3">
          {lessons.map((lesson) => (
            <LessonPanel
              key={lesson._id}
              lesson={lesson}
              isOpen={open === lesson._id}
              hasDayBegun={isToday}
              onToggle={() => setChosen(open === lesson._id ? null : lesson._id)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Whether what this account marked is saved. */
function Saving() {
  const waiting = useRegisters(
    ({ marks, holder }) => marks.filter((one) => one.userid === holder?.userid && !one.refused).length,
  );
  const sending = useRegisters((known) => known.sending);
  return <SavingLine waiting={waiting} sending={sending} />;
}

/** What there is to know: how old the lists are, and what of the marks was not taken. */
function Notes() {
  const { moment } = useFormats();
  const known = useRegisters((all) => all);
  const { userid } = known.holder ?? {};
  const refused = known.marks.filter((one) => one.userid === userid && one.refused);
  const others = known.marks.filter((one) => one.userid !== userid);
  const since = Math.min(...known.days.map(({ keptat }) => keptat));
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {known.isStale && known.days.length > 0 && (
        <p className="rounded-field bg-honey px-4 py-3">
          {t('registers.lists_of', { moment: moment(since) })}
        </p>
      )}
      {refused.length > 0 && <Refused marks={refused} known={known} />}
      {others.length > 0 && userid && (
        <p className="rounded-field bg-mist px-4 py-3">
          {t('registers.of_another_account', { count: others.length })}
        </p>
      )}
    </div>
  );
}

function Refused({ marks, known }: { marks: Registers['marks']; known: Registers }) {
  return (
    <div role="alert" className="rounded-field bg-rose px-4 py-3">
      <p className="font-semibold">{t('registers.not_taken', { count: marks.length })}</p>
      <ul className="mt-1 list-disc ps-5">
        {marks.map(({ id, lessonid, learnerid, refused }) => {
          const register = known.registers.get(lessonid);
          const row = register?.rows.find((one) => one.learnerid === learnerid);
          return (
            <li key={id}>
              {row && <span dir="auto">{row.learnername}: </span>}
              {t(
                refused === 'not-in-lesson'
                  ? 'registers.left_lesson'
                  : refused === 'register-closed'
                    ? 'registers.is_closed'
                    : 'registers.lesson_changed',
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="btn btn-sm mt-3"
        onClick={() => void takeBack(marks.map(({ id }) => id))}
      >
        {t('registers.read')}
      </button>
    </div>
  );
}

/** In place of the page once the sign-in has ended while marks wait. */
export function SignInEnded() {
  const count = useRegisters(({ marks }) => marks.filter(({ refused }) => !refused).length);
  return (
    <div className="mx-auto max-w-xl py-12">
      <PageHeading title={t('areas.today')} lead={t('registers.sign_in_ended', { count })} />
      <Link to={loginPath(TODAY_PATH)} className="btn btn-primary mt-6">
        {t('registers.sign_in_again')}
      </Link>
    </div>
  );
}
