import { type FormEvent, Suspense, use, useRef } from 'react';
import { accountCalls, type Erasure } from '#contract/account/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import type { Account } from '#web/features/account/account.ts';
import { accountChanges } from '#web/features/account/changes.ts';
import { FormMessage } from '#web/features/account/form-parts.tsx';
import { PasswordField } from '#web/features/account/password-field.tsx';
import { useEntryFaults } from '#web/features/account/use-entry-faults.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf } from '#web/lib/formats/goes-back.ts';

const api = apiOf(accountCalls);

type Loaded = Erasure | { problem: string };
export type ErasureLoad = Promise<Loaded>;

/** Starts to load what would be lost; never rejects. Call it in an event handler, not while rendering. */
export const loadErasure = (): ErasureLoad =>
  api.readErasure().catch((error: Error) => ({ problem: error.message }));

type Props = { account: Account; load: ErasureLoad; onClose: () => void };

/** Says what goes and what comes back, and deletes the account of the person who proves to own it. */
export function DeleteAccountDialog(props: Props) {
  return (
    <Dialog title={t('account.delete_your_account')} onClose={props.onClose}>
      <Suspense fallback={<p className="text-quiet">{t('account.checking_what_you_have_here')}</p>}>
        <Content {...props} />
      </Suspense>
    </Dialog>
  );
}

function Content({ account, load, onClose }: Props) {
  const loaded = use(load);
  if ('problem' in loaded) return <p className="text-error">{loaded.problem}</p>;
  if (loaded.onlyadmin)
    return (
      <>
        <p>{t('errors.only_admin')}</p>
        <div className="mt-6 flex justify-end">
          <button type="button" className="btn" onClick={onClose}>
            {t('account.keep_my_account')}
          </button>
        </div>
      </>
    );
  return <Form account={account} erasure={loaded} onClose={onClose} />;
}

function Form({ account, erasure, onClose }: { account: Account; erasure: Erasure; onClose: () => void }) {
  const { isBusy, problem, run, forget } = useChange(accountChanges, 'deleteAccount');
  const form = useRef<HTMLFormElement>(null);
  const { faultOf, message } = useEntryFaults(form, { problem });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('current') ?? '');
    void run({ password });
  }
  return (
    <form ref={form} method="post" onSubmit={submit} className="space-y-5">
      <p>{t('account.deletion_lead')}</p>
      <GivenUp erasure={erasure} />
      {erasure.owed && <Owed owed={erasure.owed} />}
      {account.ways.includes('password') ? (
        <PasswordField
          name="current"
          label={t('account.your_password')}
          autoComplete="current-password"
          onEdit={forget}
          {...faultOf('current')}
        />
      ) : (
        <p>{t('account.window_to_confirm')}</p>
      )}
      <FormMessage {...message} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('account.keep_my_account')}
        </button>
        <ActionButton type="submit" className="btn btn-error" isBusy={isBusy}>
          {t('account.delete_my_account')}
        </ActionButton>
      </div>
    </form>
  );
}

type Place = Erasure['refunds'][number];

const isTrial = ({ trialday }: Place) => trialday !== undefined;

/** What becomes of the money of places that can still be cancelled, by how they were paid. */
const WAYS_BACK: readonly { title: PlainId; isOf: (place: Place) => boolean }[] = [
  { title: 'account.back_to_card', isOf: ({ paidby, ...place }) => !paidby && goesBackOf(place) > 0 },
  {
    title: 'account.refunded_by_school',
    isOf: ({ paidby }) => paidby === 'cash' || paidby === 'transfer',
  },
  { title: 'account.no_longer_owed', isOf: ({ paidby }) => paidby === 'due' },
];

/** Everything that ends with the account, by name. */
function GivenUp({ erasure: { children = [], refunds, forfeits, waitlist, teaches } }: { erasure: Erasure }) {
  const { day, money } = useFormats();
  const [leave, stay] = [children.filter((one) => !one.keptby), children.filter((one) => one.keptby)];
  const childOf = (place: Place) => children.find(({ learnerid }) => learnerid === place.learnerid);
  const nameOf = (place: Place) => {
    const { classname, trialday } = place;
    const what = trialday ? t('trials.of_class_on', { class: classname, day: day(trialday) }) : classname;
    return childOf(place) ? `${what} (${place.learnername})` : what;
  };
  const lineOf = (place: Place) => `${nameOf(place)}, ${money(place.price, place.currency)}`;
  const backOf = (place: Place) => `${nameOf(place)}, ${money(goesBackOf(place), place.currency)}`;
  return (
    <>
      <Part title={t('account.children_who_leave')} lines={leave.map(({ learnername }) => learnername)} />
      <Part
        title={t('account.children_who_stay')}
        lines={stay.map(({ learnername, keptby }) =>
          t('account.child_kept_by', { child: learnername, guardian: keptby ?? '' }),
        )}
      />
      {WAYS_BACK.map(({ title, isOf }) => (
        <Part key={title} title={t(title)} lines={refunds.filter(isOf).map(backOf)} />
      ))}
      <Part
        title={t('account.cancelled_nothing_back')}
        lines={refunds.filter((place) => !place.paidby && goesBackOf(place) === 0).map(nameOf)}
      />
      {/* Trial lessons that are after it go back with the account, and their money. */}
      <Part title={t('account.held_before')} lines={forfeits.filter(isTrial).map(nameOf)} />
      <Part
        title={t('account.given_up_without_refund')}
        lines={forfeits.filter((place) => !isTrial(place)).map(lineOf)}
      />
      <Part title={t('account.your_places_in_waiting_lists')} lines={waitlist} />
      <Part
        title={t('account.classes_that_you_teach')}
        lines={teaches.map(({ classname, enrolledstudents }) =>
          t('account.class_taught', { name: classname, count: enrolledstudents }),
        )}
      />
    </>
  );
}

/** What is open and is kept by the school's books, though the account is gone. */
function Owed({
  owed: { balance, currency, invoices, places, others },
}: {
  owed: NonNullable<Erasure['owed']>;
}) {
  const { money } = useFormats();
  const sumOf = (amount: number) => money(Math.abs(amount), currency);
  const lines = [
    ...invoices.map(({ number, open }) => t('account.owed_invoice', { number, sum: sumOf(open) })),
    ...places.map(({ classname, learnername, price }) => `${classname} (${learnername}), ${sumOf(price)}`),
    ...(others > 0 ? [t('account.owed_others', { sum: sumOf(others) })] : []),
    ...(others < 0 ? [t('account.owed_credit', { sum: sumOf(others) })] : []),
  ];
  return (
    <div className="rounded-field bg-honey px-5 py-4">
      <Part title={owedWords(balance, sumOf(balance))} lines={lines} />
      <p className="mt-2 text-sm">{t('account.debt_kept')}</p>
    </div>
  );
}

function owedWords(balance: number, sum: string) {
  if (balance === 0) return t('account.still_even');
  return balance > 0 ? t('account.still_owed', { sum }) : t('account.still_credit', { sum });
}

function Part({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="font-sans font-semibold">{title}</h3>
      <ul className="mt-1 list-disc ps-5">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
