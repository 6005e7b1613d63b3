import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { chargeCalls } from '#contract/charges/calls.ts';
import { classCalls } from '#contract/classes/calls.ts';
import { type Family as FamilyData, type FamilyEnrolment, familyCalls } from '#contract/families/calls.ts';
import { instalmentCalls } from '#contract/instalments/calls.ts';
import { invoiceCalls } from '#contract/invoices/office-calls.ts';
import { paymentCalls } from '#contract/payments/calls.ts';
import { refundCalls } from '#contract/refunds/calls.ts';
import type { Attendance } from '#contract/registers/calls.ts';
import { type Statement, statementCalls } from '#contract/statement/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { LeavesBadge } from '#web/components/people/leaves-badge.tsx';
import { Day, Moment, Money } from '#web/components/time/written.tsx';
import { chargeChanges } from '#web/features/charges/changes.ts';
import { ChargeDialog } from '#web/features/charges/charge-dialog.tsx';
import { ReverseButton } from '#web/features/charges/reverse-button.tsx';
import { officeChanges } from '#web/features/families/changes.ts';
import { EnrolDialog } from '#web/features/families/enrol-dialog.tsx';
import { FamilyDialog } from '#web/features/families/family-dialog.tsx';
import { householdChanges } from '#web/features/families/household-changes.ts';
import { MergeDialog } from '#web/features/families/merge-dialog.tsx';
import { MovementDialog } from '#web/features/families/movement-dialog.tsx';
import { PaymentDialog } from '#web/features/families/payment-dialog.tsx';
import { PlaceList } from '#web/features/families/place-list.tsx';
import { ChooseClassesDialog } from '#web/features/families/several/choose-classes-dialog.tsx';
import { instalmentChanges } from '#web/features/instalments/changes.ts';
import { invoiceChanges } from '#web/features/invoices/changes.ts';
import { FamilyInvoices } from '#web/features/invoices/family-invoices.tsx';
import type { Instalment } from '#web/features/invoices/instalments.tsx';
import { MoveDialog } from '#web/features/learners/choosing/move-dialog.tsx';
import { refundChanges } from '#web/features/refunds/changes.ts';
import { RefundDialog } from '#web/features/refunds/refund-dialog.tsx';
import { Attended } from '#web/features/registers/attended.tsx';
import { readAttended } from '#web/features/registers/read-attended.ts';
import { SaveStatement } from '#web/features/statement/save-statement.tsx';
import { StatementView } from '#web/features/statement/statement-view.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import { useMay, useRole } from '#web/lib/session/may.ts';
import type { Route } from './+types/family';
import { Household } from './household.tsx';

const api = apiOf(familyCalls, classCalls, statementCalls, invoiceCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('families.family')),
  NOT_INDEXED,
];

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const classid = new URL(request.url).searchParams.get('classid');
  const [family, statement, { items: invoices }, uninvoiced, chosen] = await Promise.all([
    api.readFamily({ params }),
    api.readStatementOf({ params }),
    api.listInvoices({ querystring: params }),
    api.listUninvoiced({ params }),
    classid ? api.readClass({ params: { id: classid } }) : undefined,
  ]);
  const attendances = await Promise.all(family.learners.map(({ _id }) => readAttended(_id)));
  return {
    family,
    statement,
    invoices,
    uninvoiced,
    chosen,
    attendances: attendances.filter(({ rows }) => rows.length > 0),
  };
}

export const clientAction = actionOf({
  ...officeChanges,
  ...householdChanges,
  ...invoiceChanges,
  ...instalmentChanges,
  ...chargeChanges,
  ...refundChanges,
});

export default function Family({
  loaderData: { family, statement, invoices, uninvoiced, chosen, attendances },
}: Route.ComponentProps) {
  const { user, learners, enrolments, mails, merges, takeovers } = family;
  const address =
    user.email && (user.emailverified ? user.email : t('families.not_confirmed', { email: user.email }));
  const home = [user.street, [user.postcode, user.town].filter(Boolean).join(' ')].filter(Boolean);
  const navigate = useNavigate();
  const may = useMay();
  const isAdmin = useRole() === 'admin';
  const [open, setOpen] = useState<
    'enrol' | 'several' | 'merge' | 'change' | 'charge' | 'pay' | 'refund' | undefined
  >(chosen && 'enrol');
  const { money } = useFormats();
  const { run: notePaid } = useChange(instalmentChanges, 'markInstalmentPaid');
  const [paid, setPaid] = useState<Instalment>();
  const [moving, setMoving] = useState<FamilyEnrolment>();
  const mayMove = ({ learnerid }: FamilyEnrolment) =>
    learners.length > 1 && learners.some(({ _id }) => _id === learnerid);
  function close() {
    setOpen(undefined);
    // Going back or loading again does not open it once more.
    if (chosen) void navigate('.', { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <p className="mb-4">
        <Link to="/admin/families" className="link text-quiet">
          {t('families.all_families')}
        </Link>
      </p>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading
          title={user.name}
          lead={[address ?? t('families.no_email'), user.phone, ...home].filter(Boolean).join(', ')}
        />
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-outline" onClick={() => setOpen('change')}>
            {t('common.change')}
          </button>
          {may(familyCalls.mergeFamilies) && (
            <button type="button" className="btn btn-outline" onClick={() => setOpen('merge')}>
              {t('families.merge')}
            </button>
          )}
          {may(paymentCalls.enrolByHand) && (
            <button type="button" className="btn btn-outline" onClick={() => setOpen('several')}>
              {t('families.several_classes')}
            </button>
          )}
          <button type="button" className="btn btn-primary" onClick={() => setOpen('enrol')}>
            {t('families.enrol_by_hand')}
          </button>
        </div>
      </div>
      {user.leavesat && (
        <p className="mt-3">
          <LeavesBadge at={user.leavesat} />
        </p>
      )}
      {user.erasedat && (
        <p className="mt-4 max-w-prose rounded-field bg-mist px-4 py-3">
          {rich('families.former_note', { day: <Day at={user.erasedat} /> })}
        </p>
      )}
      {merges.map((merge) => (
        <UndoMerge key={merge._id} merge={merge} mayUndo={may(familyCalls.undoMerge)} />
      ))}
      {takeovers.map((takeover) => (
        <TakeBack key={takeover.learnerid} takeover={takeover} mayTake={isAdmin} />
      ))}
      {user.note && (
        <p
          dir="auto"
          className="wrap-anywhere mt-4 max-w-prose whitespace-pre-line rounded-field bg-mist px-4 py-3"
        >
          {user.note}
        </p>
      )}
      <Sums statement={statement} />
      <Part title={t('families.who_is_in_it')}>
        <Household family={family} />
      </Part>
      <Part title={t('families.classes')}>
        {enrolments.length === 0 ? (
          <p className="text-quiet">{t('families.no_places')}</p>
        ) : (
          <PlaceList places={enrolments} mayMove={mayMove} onMove={setMoving} />
        )}
      </Part>
      {attendances.length > 0 && (
        <Part title={t('attendance.attendance')}>
          <div className="grid gap-8">
            {attendances.map((attendance) => (
              <AttendedBy key={attendance.learnerid} attendance={attendance} />
            ))}
          </div>
        </Part>
      )}
      <Part title={t('families.money')}>
        <StatementView
          statement={statement}
          reader="office"
          toolsOf={may(chargeCalls.reverseCharge) ? (line) => <Reversing line={line} /> : undefined}
        />
        <div className="mt-4 flex flex-wrap gap-2">
          {statement.lines.length > 0 && <SaveStatement userid={user._id} />}
          {may(paymentCalls.recordMovement) && (
            <button type="button" className="btn btn-outline" onClick={() => setOpen('pay')}>
              {t('families.record_payment')}
            </button>
          )}
          {statement.balance < 0 && may(refundCalls.giveBack) && (
            <button type="button" className="btn btn-outline" onClick={() => setOpen('refund')}>
              {t('refunds.refund_credit')}
            </button>
          )}
          {may(chargeCalls.addCharge) && (
            <button type="button" className="btn btn-outline" onClick={() => setOpen('charge')}>
              {t('charges.charge')}
            </button>
          )}
        </div>
      </Part>
      <Part title={t('invoices.invoices')}>
        <FamilyInvoices
          userid={user._id}
          invoices={invoices}
          uninvoiced={uninvoiced}
          onPaid={may(instalmentCalls.markInstalmentPaid) ? setPaid : undefined}
        />
        {paid && (
          <MovementDialog
            title={t('families.record_payment')}
            sentence={t('instalments.note_paid_what', {
              sum: money(paid.left, statement.currency),
              number: paid.number,
            })}
            confirmLabel={t('families.record_it')}
            onConfirm={(movement) => notePaid({ id: paid._id, ...movement })}
            onClose={() => setPaid(undefined)}
          />
        )}
      </Part>
      <Part title={t('families.emails')}>
        <Mails mails={mails} hasAddress={user.email !== null} />
      </Part>
      {open === 'enrol' && <EnrolDialog learners={learners} chosen={chosen} onClose={close} />}
      {open === 'several' && <ChooseClassesDialog learners={learners} onClose={close} />}
      {moving && <Moving place={moving} learners={learners} onClose={() => setMoving(undefined)} />}
      {open === 'change' && <FamilyDialog user={user} onClose={close} />}
      {open === 'pay' && (
        <PaymentDialog
          userid={user._id}
          balance={statement.balance}
          open={invoices.filter((invoice) => invoice.open > 0).toReversed()}
          onClose={close}
        />
      )}
      {open === 'refund' && <RefundDialog userid={user._id} credit={-statement.balance} onClose={close} />}
      {open === 'charge' && <ChargeDialog userid={user._id} learners={learners} onClose={close} />}
      {open === 'merge' && <MergeDialog family={family} onClose={close} />}
    </>
  );
}

/** Gives a place to another of the family; the office goes past what a family is refused. */
function Moving({
  place: { _id: id, classname, learnerid: was, learnername },
  learners,
  onClose,
}: {
  place: FamilyEnrolment;
  learners: FamilyData['learners'];
  onClose: () => void;
}) {
  const { run } = useChange(officeChanges, 'movePlace');
  const { day } = useFormats();
  const takers = learners
    .filter(({ _id }) => _id !== was)
    .toSorted((one, other) => Number(one.self) - Number(other.self))
    .map(({ _id, learnername: name, self, born }) => {
      const hint = born ? t('families.born', { day: day(born) }) : t('learners.date_of_birth_not_given');
      return { _id, learnername: name, hint: self ? t('families.account_holder') : hint };
    });
  return (
    <MoveDialog
      classname={classname}
      learnername={learnername}
      takers={takers}
      onMove={(learnerid, known) => run({ id, learnerid, was, ...known })}
      onClose={onClose}
    />
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-10">
    <h2 className="mb-4 text-subheading">{title}</h2>
    {children}
  </section>
);

const AttendedBy = ({ attendance }: { attendance: Attendance }) => (
  <section aria-label={attendance.learnername}>
    <h3 dir="auto" className="wrap-anywhere mb-3 text-lg">
      {attendance.learnername}
    </h3>
    <Attended attendance={attendance} isNested />
  </section>
);

/** A charge that stands can be reversed. */
function Reversing({ line }: { line: Statement['lines'][number] }) {
  const { chargeid, kind, reversed } = line;
  const { currency } = useConfig().school;
  if (chargeid === undefined || kind === 'reversal' || reversed) return null;
  return <ReverseButton line={{ ...line, chargeid }} currency={currency} />;
}

/** What is between the family and the school; nothing where both are even. */
function Sums({ statement: { balance, currency } }: { statement: Statement }) {
  if (balance === 0) return null;
  const label = t(balance > 0 ? 'reconciliation.owes_school' : 'families.school_owes');
  return (
    <dl className="mt-6 flex flex-wrap gap-4">
      <Sum label={label} amount={Math.abs(balance)} currency={currency} />
    </dl>
  );
}

const Sum = ({ label, amount, currency }: { label: string; amount: number; currency: string }) => (
  <div className="min-w-[min(10rem,100%)] flex-1 rounded-field bg-honey p-4 sm:flex-none">
    <dt className="text-sm">{label}</dt>
    <dd className="font-display text-subheading">
      <Money amount={amount} currency={currency} />
    </dd>
  </div>
);

function Mails({ mails, hasAddress }: { mails: FamilyData['mails']; hasAddress: boolean }) {
  if (mails.length === 0)
    return <p className="text-quiet">{t(hasAddress ? 'families.no_emails' : 'families.gets_no_emails')}</p>;
  return (
    <ul className="panel divide-y divide-base-300">
      {mails.map(({ _id, subject, createdat, sentat, failed }) => (
        <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-4">
          <span className="wrap-anywhere">{subject}</span>
          <span className={`text-sm ${failed ? 'font-medium text-error' : 'text-quiet'}`}>
            {failed || !sentat ? (
              rich(failed ? 'families.mail_failed' : 'families.mail_under_way', {
                moment: <Moment at={sentat ?? createdat} />,
              })
            ) : (
              <Moment at={sentat} />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function UndoMerge({
  merge: { _id, kind, name, until },
  mayUndo,
}: {
  merge: FamilyData['merges'][number];
  mayUndo: boolean;
}) {
  const { isBusy, run } = useChange(officeChanges, 'undoMerge');
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-field bg-mist p-4">
      <p className="wrap-anywhere">
        {rich(kind === 'user' ? 'families.account_was_merged' : 'families.entry_was_merged', {
          name,
          moment: <Moment at={until} />,
        })}
      </p>
      {mayUndo && (
        <ActionButton className="btn btn-outline btn-sm" isBusy={isBusy} onClick={() => run({ id: _id })}>
          {t('families.undo_merge')}
        </ActionButton>
      )}
    </div>
  );
}

/** The request may come from the parent who gave the child away, or from a thief who had the password. */
function TakeBack({
  takeover: { learnerid, learnername, from, to, until },
  mayTake,
}: {
  takeover: FamilyData['takeovers'][number];
  mayTake: boolean;
}) {
  const { run } = useChange(officeChanges, 'takeBackLearner');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-field bg-mist p-4">
      <p className="wrap-anywhere min-w-0">
        {rich('families.went_to_own_account', {
          learnername,
          from,
          to,
          moment: <Moment at={until} />,
        })}
      </p>
      {mayTake && (
        <button type="button" className="btn btn-outline btn-sm" onClick={() => setIsAsking(true)}>
          {rich('learners.take_back_named', {
            learnername,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('learners.take_back_question', { learnername })}
          confirmLabel={t('learners.take_back')}
          onConfirm={() => run({ id: learnerid, name: learnername, from })}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('families.take_back_what', { learnername, from, to })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
