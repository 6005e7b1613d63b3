import { type FormEvent, Suspense, use, useRef } from 'react';
import { accountCalls, type Erasure } from '#contract/account/calls.ts';
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
    <Dialog title="Delete your account?" onClose={props.onClose}>
      <Suspense fallback={<p className="text-quiet">Checking what you have here…</p>}>
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
        <p>You are the school’s only admin. Make someone else an admin first.</p>
        <div className="mt-6 flex justify-end">
          <button type="button" className="btn" onClick={onClose}>
            Keep my account
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
      <p>
        You are signed out at once, and we email you. For seven days nothing else changes: sign in again and
        you can keep your account. After that, your profile and everything below are gone for good; what you
        paid stays in the school’s books without your name.
      </p>
      <GivenUp erasure={erasure} />
      {account.ways.includes('password') ? (
        <PasswordField
          name="current"
          label="Your password"
          autoComplete="current-password"
          onEdit={forget}
          {...faultOf('current')}
        />
      ) : (
        <p>A window will open in which you confirm who you are.</p>
      )}
      <FormMessage {...message} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          Keep my account
        </button>
        <ActionButton type="submit" className="btn btn-error" isBusy={isBusy}>
          Delete my account
        </ActionButton>
      </div>
    </form>
  );
}

const studentsOf = (count: number) => (count === 1 ? '1 student' : `${count} students`);

type Place = Erasure['refunds'][number];

/** What becomes of the money of places that can still be cancelled, by how they were paid. */
const WAYS_BACK: readonly { title: string; isOf: (place: Place) => boolean }[] = [
  { title: 'Cancelled, and your money goes back to the card', isOf: ({ paidby }) => !paidby },
  {
    title: 'Cancelled, and the school refunds you',
    isOf: ({ paidby }) => paidby === 'cash' || paidby === 'transfer',
  },
  { title: 'Cancelled, and no longer owed', isOf: ({ paidby }) => paidby === 'due' },
];

/** Everything that ends with the account, by name. */
function GivenUp({ erasure: { children = [], refunds, forfeits, waitlist, teaches } }: { erasure: Erasure }) {
  const { money } = useFormats();
  const [leave, stay] = [children.filter((one) => !one.keptby), children.filter((one) => one.keptby)];
  const childOf = (place: Place) => children.find(({ learnerid }) => learnerid === place.learnerid);
  const nameOf = (place: Place) =>
    childOf(place) ? `${place.classname} (${place.learnername})` : place.classname;
  const lineOf = (place: Place) => `${nameOf(place)}, ${money(place.price, place.currency)}`;
  const backOf = (place: Place) => `${nameOf(place)}, ${money(goesBackOf(place), place.currency)}`;
  return (
    <>
      <Part
        title="Children who leave the school with you"
        lines={leave.map(({ learnername }) => learnername)}
      />
      <Part
        title="Children who stay, with all their classes, and who pays for them then"
        lines={stay.map(({ learnername, keptby }) => `${learnername}: ${keptby}`)}
      />
      {WAYS_BACK.map(({ title, isOf }) => (
        <Part key={title} title={title} lines={refunds.filter(isOf).map(backOf)} />
      ))}
      <Part title="Given up without a refund: the time to cancel has passed" lines={forfeits.map(lineOf)} />
      <Part title="Your places in waiting lists" lines={waitlist} />
      <Part
        title="Classes that you teach: they leave the list until the school finds another teacher"
        lines={teaches.map(
          ({ classname, enrolledstudents }) => `${classname}, ${studentsOf(enrolledstudents)}`,
        )}
      />
    </>
  );
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
