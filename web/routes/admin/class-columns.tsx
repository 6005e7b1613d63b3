import { Link } from 'react-router';
import type { AdminClass } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import type { Call } from '#contract/endpoint.ts';
import { isFormer } from '#contract/former.ts';
import { paymentCalls } from '#contract/payments/calls.ts';
import { reservationCalls } from '#contract/reservations/calls.ts';
import type { Term } from '#contract/terms/calls.ts';
import { t } from '#languages/t.ts';
import { MessageSquareText } from '#web/components/icons/message-square-text.tsx';
import { Trash2 } from '#web/components/icons/trash-2.tsx';
import type { Column } from '#web/components/list/data-table.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { ClassLine } from '#web/features/classes/class-line.tsx';
import { MeetsLink } from '#web/features/classes/meets-link.tsx';
import { RunsWhenLine } from '#web/features/classes/runs-when.tsx';
import { StatusBadge } from '#web/features/classes/status-badge.tsx';
import { termWords } from '#web/features/terms/term-words.ts';
import { useChange } from '#web/lib/api/change.ts';

/** What an admin may want to do with a class in a dialog. */
export type ClassIntent =
  | 'feedback'
  | 'takeoff'
  | 'changes'
  | 'teacher'
  | 'deleted'
  | 'calloff'
  | 'decide'
  | 'history';

type Options = {
  price: (amount: number) => string;
  terms: readonly Term[];
  /** Who is invited to teach a class, by its id. */
  invited: Readonly<Record<string, string>>;
  onIntent: (item: AdminClass, intent: ClassIntent) => void;
  /** Whether who looks may make a call; what they may not is left out. */
  may: (call: Call) => boolean;
};

/** The columns of Manage Classes. Approve and Deny work while a class is pending. */
export function classColumns({ price, terms, invited, onIntent, may }: Options): Column<AdminClass>[] {
  const decide: Column<AdminClass> = {
    heading: t('classes.decide'),
    card: 'foot',
    cell: (item) => <Actions item={item} onIntent={onIntent} />,
  };
  const remove: Column<AdminClass> = {
    heading: t('common.delete'),
    card: 'end',
    cell: (item) => <DeleteButton item={item} onIntent={onIntent} />,
  };
  return [
    {
      heading: t('classes.class_name_column'),
      sort: 'classname',
      cell: (item) => (
        <ClassLine item={item}>
          <Invited name={invited[item._id]} />
          <MeetsLink item={item} area="/admin" term={termWords(item.meets, terms)} />
          {item.ofwishes && item.status === 'pending' && (
            <p className="mt-1 text-sm">{t('wishes.is_made_of_wishes')}</p>
          )}
          <Waiting item={item} onIntent={onIntent} mayDecide={may(reservationCalls.decideClass)} />
        </ClassLine>
      ),
    },
    {
      heading: t('classes.price_label'),
      sort: 'price',
      card: 'plain',
      cell: (item) => <span className="tabular-nums">{price(item.price)}</span>,
    },
    {
      heading: t('classes.admin_places'),
      sort: 'availableseat',
      card: 'plain',
      cell: (item) => (
        <span className="inline-flex flex-col text-sm tabular-nums @max-3xl:flex-row @max-3xl:gap-2">
          <span className="whitespace-nowrap">{t('classes.free_places', { count: item.availableseat })}</span>
          <Link
            to={`/admin/roster/${item._id}`}
            className="link inline-block min-h-6 whitespace-nowrap text-quiet"
            aria-label={t('classes.roster_of', {
              classname: item.classname,
              count: item.enrolledstudents,
            })}
          >
            {t('classes.enrolled', { count: item.enrolledstudents })}
          </Link>
          {item.status === 'approved' && may(paymentCalls.enrolByHand) && (
            <Link
              to={`/admin/roster/${item._id}?enrol=1`}
              className="link inline-block min-h-6"
              aria-label={t('families.enrol_learners_in', { class: item.classname })}
            >
              {t('families.enrol_learners')}
            </Link>
          )}
        </span>
      ),
    },
    {
      heading: t('classes.status'),
      sort: 'status',
      card: 'plain',
      cell: (item) => <Status item={item} onIntent={onIntent} mayCallOff={may(classOfficeCalls.callOff)} />,
    },
    ...(may(classOfficeCalls.approveClass) ? [decide] : []),
    ...(may(classOfficeCalls.deleteClass) ? [remove] : []),
  ];
}

/** Whether anyone may have a place in it. */
const isOffered = ({ status, enrolledstudents }: Pick<AdminClass, 'status' | 'enrolledstudents'>) =>
  status === 'approved' || enrolledstudents > 0;

/** Who is invited to teach it, for admins: its instructor does until then. */
const Invited = ({ name }: { name: string | undefined }) =>
  name && <p className="wrap-anywhere font-semibold text-sm">{t('invitations.named_invited', { name })}</p>;

type Of = { item: AdminClass; onIntent: Options['onIntent'] };

/** How many have joined a class that runs once enough have, with the way to decide it before. */
function Waiting({ item, onIntent, mayDecide }: Of & { mayDecide: boolean }) {
  return (
    <RunsWhenLine item={item}>
      {mayDecide && (
        <button
          type="button"
          className="link min-h-6 font-semibold"
          aria-label={t('reservations.decide_now_of', { class: item.classname })}
          onClick={() => onIntent(item, 'decide')}
        >
          {t('reservations.decide_now')}
        </button>
      )}
    </RunsWhenLine>
  );
}

const DeleteButton = ({ item, onIntent }: Of) => (
  <button
    type="button"
    className="btn btn-ghost btn-square btn-sm text-error"
    aria-label={t('classes.delete_of', { classname: item.classname })}
    title={t('common.delete')}
    onClick={() => onIntent(item, 'deleted')}
  >
    <Trash2 className="size-4" aria-hidden="true" />
  </button>
);

function Status({ item, onIntent, mayCallOff }: Of & { mayCallOff: boolean }) {
  const { classname } = item;
  const isWithout = isFormer(item.instructoremail);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 @3xl:flex-col @3xl:items-start">
      <StatusBadge status={item.status} />
      {item.changedat && (
        <button
          type="button"
          className="link whitespace-nowrap font-semibold text-error text-sm"
          aria-label={t('classes.changed_since_approval_of', { classname })}
          onClick={() => onIntent(item, 'changes')}
        >
          {t('classes.changed_since')}
        </button>
      )}
      <button
        type="button"
        className="link text-quiet text-sm"
        aria-label={t('classes.history_of', { classname })}
        onClick={() => onIntent(item, 'history')}
      >
        {t('classes.history')}
      </button>
      <Link
        to={`/admin/updateclass/${item._id}`}
        className="link text-quiet text-sm"
        aria-label={t('classes.edit_of', { classname })}
      >
        {t('common.edit')}
      </Link>
      <button
        type="button"
        className={`link text-start text-sm ${isWithout ? 'font-semibold text-error' : 'text-quiet'}`}
        aria-label={t(isWithout ? 'classes.without_teacher_of' : 'classes.hand_over_of', { classname })}
        onClick={() => onIntent(item, 'teacher')}
      >
        {t(isWithout ? 'classes.without_teacher' : 'classes.hand_over')}
      </button>
      {mayCallOff && isOffered(item) && (
        <button
          type="button"
          className="link text-start text-error text-sm"
          aria-label={t('calloffs.call_off_of', { classname })}
          onClick={() => onIntent(item, 'calloff')}
        >
          {t('calloffs.call_off')}
        </button>
      )}
    </span>
  );
}

/** Once it is decided, Approve and Deny stay where they are but step back. */
function Actions({ item, onIntent }: Of) {
  const approve = useChange(decisionChanges, 'approveClass');
  const deny = useChange(decisionChanges, 'denyClass');
  const isDecided = item.status !== 'pending';
  const { classname } = item;
  const seen = { id: item._id, version: item.version };
  const look = (tone: string) => `btn btn-sm ${isDecided ? 'btn-ghost' : tone}`;
  return (
    <span className="flex w-full flex-wrap gap-2 *:grow @3xl:w-52">
      <button
        type="button"
        className={look('btn-success')}
        disabled={isDecided || isFormer(item.instructoremail)}
        aria-label={t('classes.approve_of', { classname })}
        onClick={() => approve.run(seen)}
      >
        {t('classes.approve')}
      </button>
      <button
        type="button"
        className={look('btn-error')}
        disabled={isDecided}
        aria-label={t('classes.deny_of', { classname })}
        onClick={() => deny.run(seen)}
      >
        {t('classes.deny')}
      </button>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-label={t('classes.feedback_on', { classname })}
        onClick={() => onIntent(item, 'feedback')}
      >
        <MessageSquareText className="size-4 shrink-0" aria-hidden="true" />
        {t('classes.give_feedback')}
      </button>
      {(item.status !== 'approved' || item.changedat) && (
        <Link
          to={`/admin/reviews/class/${item._id}`}
          className="btn btn-outline btn-sm"
          aria-label={t('reviews.review_of', { title: classname })}
        >
          {t('reviews.review')}
        </Link>
      )}
      {item.status === 'approved' && (
        <button
          type="button"
          className="btn btn-outline btn-sm"
          aria-label={t('classes.take_off_of', { classname })}
          onClick={() => onIntent(item, 'takeoff')}
        >
          {t('classes.take_off')}
        </button>
      )}
    </span>
  );
}
