import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { teacherName } from '#contract/former.ts';
import { goLiveCalls } from '#contract/golive/calls.ts';
import { instalmentCalls } from '#contract/instalments/calls.ts';
import { registerCalls } from '#contract/registers/calls.ts';
import { type Overview, type OverviewWeek, reportCalls, type Today } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { Picture } from '#web/components/media/picture.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { useAway } from '#web/features/away/away-button.tsx';
import { awayChanges } from '#web/features/away/changes.ts';
import { countUnfinished, isPutAway, isStartSeen, putAway } from '#web/features/golive/start-seen.ts';
import { FailedInstalments } from '#web/features/instalments/failed-instalments.tsx';
import { FreePlaces } from '#web/features/reports/free-places.tsx';
import { RegistersNotTaken } from '#web/features/reports/registers-not-taken.tsx';
import { TodayLessons } from '#web/features/reports/today-lessons.tsx';
import { readFirst } from '#web/features/reports/use-day.ts';
import { WeekChart } from '#web/features/reports/week-chart.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { focusQuietly } from '#web/lib/focus/focus-quietly.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { mayNow, useMay } from '#web/lib/session/may.ts';
import type { Route } from './+types/dashboard';

const api = apiOf(reportCalls);
const registers = apiOf(registerCalls);
const instalments = apiOf(instalmentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('reports.admin')), NOT_INDEXED];

/**
 * Today, and for admins the figures. In a real school that has not opened yet, an admin is led to what is still
 * to do, once; from then on a line says how much that is, until it is put away.
 */
export async function clientLoader() {
  const mayOpen = mayNow(goLiveCalls.readGoLive);
  const [now, failed, overview, unfinished] = await Promise.all([
    readFirst(),
    instalments.listFailedInstalments(),
    mayNow(reportCalls.readOverview) ? api.readOverview() : undefined,
    mayOpen ? countUnfinished() : 0,
  ]);
  if (unfinished > 0 && !isStartSeen()) throw redirect('/admin/start');
  return { now, failed: failed.items, overview, unfinished };
}

export const clientAction = actionOf(awayChanges);

const SMALL = 'link inline-block min-h-6 text-quiet text-sm';

const takenIn = ({ charged, refunded }: OverviewWeek) => charged - refunded;
const seatsIn = ({ seats }: OverviewWeek) => seats;

export default function Dashboard({
  loaderData: { now, failed, overview, unfinished },
}: Route.ComponentProps) {
  const { decisions, failedmails } = now;
  const away = useAway(SMALL);
  return (
    <>
      <PageHeading title={t('areas.welcome_admin')} />
      {unfinished > 0 && <Unfinished count={unfinished} />}
      {decisions && decisions.attention > 0 && <MoneyAttention count={decisions.attention} />}
      {failedmails > 0 && <MailAttention count={failedmails} />}
      <FailedInstalments items={failed} />
      <TodayLessons today={now} actions={away.buttonsOf} />
      <RegistersNotTaken {...now.registers} />
      {decisions && <Waiting {...decisions} />}
      <Owing {...now.owing} />
      <FreePlaces free={now.free} />
      {overview && <Figures {...overview} />}
      <Files />
      {away.dialog}
    </>
  );
}

/** What families owe, and the way to who does. */
function Owing({ count, sums }: Today['owing']) {
  return (
    <section
      aria-labelledby="owing"
      className="panel mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-5"
    >
      <h2 id="owing" className="text-subheading">
        {t('families.owed_to_school')}
      </h2>
      {count === 0 ? (
        <p className="text-quiet">{t('reports.nothing_owed')}</p>
      ) : (
        <>
          <p className="flex flex-1 flex-wrap items-baseline gap-x-3">
            {sums.map(({ currency, amount }) => (
              <span key={currency} className="font-display font-semibold text-subheading tabular-nums">
                <Money amount={amount} currency={currency} />
              </span>
            ))}{' '}
            <span className="text-quiet">{t('reports.items_owed', { count })}</span>
          </p>
          <Link to="/admin/families#owing" className="btn btn-outline btn-sm">
            {t('reports.see_who_owes')}
          </Link>
        </>
      )}
    </section>
  );
}

/** Seats, people and money of the latest weeks. */
function Figures({ waiting, seats, users, weeks }: Overview) {
  const { money, count } = useFormats();
  const thisWeek = weeks.at(-1);
  const people = users.admin + users.office + users.instructor + users.student;
  const all = seats.sold + seats.held + seats.free;
  return (
    <section aria-labelledby="figures" className="mt-10">
      <h2 id="figures" className="text-subheading">
        {t('reports.figures')}
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-4 xl:grid-cols-4">
        <Figure label={t('reports.waiting_for_decision')} value={count(waiting.count)} />
        <Figure
          label={t('reports.places_taken')}
          value={count(seats.sold)}
          note={t('reports.of_all_places', { all: count(all) })}
        />
        <Figure
          label={t('reports.taken_this_week')}
          value={money(thisWeek ? takenIn(thisWeek) : 0)}
          note={t('reports.taken_note')}
        />
        <Figure
          label={t('reports.accounts')}
          value={count(people)}
          note={t('reports.accounts_by_role', {
            students: users.student,
            instructors: users.instructor,
            admins: users.admin,
            office: users.office,
          })}
        />
      </dl>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
        <WeekChart
          title={t('reports.money_per_week')}
          weeks={weeks}
          amountOf={takenIn}
          format={(value) => money(value)}
          color="--color-plum"
        />
        <WeekChart
          title={t('reports.places_per_week')}
          weeks={weeks}
          amountOf={seatsIn}
          format={count}
          color="--color-teal"
        />
      </div>
    </section>
  );
}

/** The files that who looks may take along. */
function Files() {
  const may = useMay();
  return (
    <section aria-labelledby="files" className="panel mt-6 p-5">
      <h2 id="files" className="text-subheading">
        {t('reports.export')}
      </h2>
      <p className="mt-1 mb-4 text-quiet">{t('reports.csv_note')}</p>
      <div className="flex flex-wrap gap-3">
        {may(reportCalls.exportUsers) && (
          <CsvButton label={t('reports.export_users')} name="users" load={api.exportUsers} />
        )}
        <CsvButton label={t('reports.export_classes')} name="classes" load={api.exportClasses} />
        {may(reportCalls.exportPayments) && (
          <CsvButton label={t('reports.export_payments')} name="payments" load={api.exportPayments} />
        )}
        {may(registerCalls.exportAttendance) && (
          <CsvButton
            label={t('reports.export_attendance')}
            name="attendance"
            load={registers.exportAttendance}
          />
        )}
      </div>
    </section>
  );
}

/** What keeps the school from opening, until it is put away. */
function Unfinished({ count }: { count: number }) {
  const [isAway, setIsAway] = useState(() => isPutAway(count));
  if (isAway) return null;
  function put() {
    putAway(count);
    setIsAway(true);
    // The button has gone.
    const heading = document.querySelector('h1');
    if (heading) focusQuietly(heading);
  }
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-warning bg-honey px-5 py-2.5">
      {t('reports.things_left', { count })}
      <Link to="/admin/start" className="link text-plum">
        {t('reports.see_what_is_left')}
      </Link>
      <button type="button" className="link ms-auto text-sm" onClick={put}>
        {t('reports.put_away')}
      </button>
    </p>
  );
}

/** Refunds and disputes that were not made here, and refunds that did not arrive. */
function MoneyAttention({ count }: { count: number }) {
  return (
    <section aria-labelledby="money" className="panel mt-6 border-error bg-rose p-5">
      <h2 id="money" className="text-subheading">
        {t('reports.payments_need_attention', { count })}
      </h2>
      <p className="mt-1">{t('reports.payments_need_attention_why')}</p>
      <Link to="/admin/money" className="btn btn-primary btn-sm mt-3">
        {t('reports.look_at_them', { count })}
      </Link>
    </section>
  );
}

/** Mails that did not reach their people, such as while the mail server refuses them. */
function MailAttention({ count }: { count: number }) {
  return (
    <section aria-labelledby="mails" className="panel mt-6 border-error bg-rose p-5">
      <h2 id="mails" className="text-subheading">
        {t('reports.emails_not_sent', { count })}
      </h2>
      <p className="mt-1">{t('reports.mail_server_refused', { count })}</p>
      <Link to="/admin/mails" className="btn btn-primary btn-sm mt-3">
        {t('reports.look_at_them', { count })}
      </Link>
    </section>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="panel flex flex-col-reverse justify-end p-4 sm:p-5">
      <dt className="text-quiet text-sm">
        {label}
        {note && <span className="block">{note}</span>}
      </dt>
      <dd className="font-display font-semibold text-heading tabular-nums">{value}</dd>
    </div>
  );
}

/** What an admin decides: classes that are new or were changed, and questions. */
function Waiting({ waiting: { count, classes }, changed, questions }: NonNullable<Today['decisions']>) {
  return (
    <section aria-labelledby="waiting" className="panel mt-6 p-5">
      <h2 id="waiting" className="text-subheading">
        {t('reports.waiting_for_your_decision')}
      </h2>
      {count === 0 ? (
        <p className="mt-2 text-quiet">{t('reports.no_class_waits')}</p>
      ) : (
        <>
          <ul className="mt-2 divide-y divide-base-300">
            {classes.map((item) => (
              <li key={item._id} className="flex items-center gap-4 py-3">
                <Picture url={item.image} alt="" sizes="64px" className="h-12 w-16 shrink-0 rounded-field" />
                <div className="min-w-0">
                  <p className="wrap-anywhere font-semibold">
                    <OwnWords>{item.classname}</OwnWords>
                  </p>
                  <p className="wrap-anywhere text-quiet text-sm">
                    {rich('reports.waiting_since', {
                      teacher: teacherName(item.instructorname),
                      day: <Day at={item.createdat} />,
                    })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
          <Link to="/admin/manageclass?status=pending" className="btn btn-primary btn-sm mt-3">
            {t('reports.decide_on_all', { count })}
          </Link>
        </>
      )}
      {changed > 0 && (
        <p className="mt-4 border-base-300 border-t pt-4">
          {t('reports.changed_since_approved', { count: changed })}{' '}
          <Link to="/admin/manageclass?status=changed" className="link text-plum">
            {t('reports.see_what_changed')}
          </Link>
        </p>
      )}
      {questions > 0 && (
        <p className="mt-4 border-base-300 border-t pt-4">
          {t('reports.questions_wait', { count: questions })}{' '}
          <Link to="/admin/questions" className="link text-plum">
            {t('reports.answer_them', { count: questions })}
          </Link>
        </p>
      )}
    </section>
  );
}
