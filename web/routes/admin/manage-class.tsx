import { useState } from 'react';
import { useFetchers, useRevalidator, useSearchParams, useSubmit } from 'react-router';
import { type AdminClass, type CLASS_COLUMNS, CLASS_STATES, type ClassStatus } from '#contract/classes.ts';
import type { Sort } from '#contract/pages.ts';
import type { Instructor } from '#contract/users.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Empty } from '#web/components/empty.tsx';
import { ListFilter } from '#web/components/list-filter.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { ClassHistory, type HistoryLoad, loadClassHistory } from '#web/features/changes/class-history.tsx';
import { DeleteDialog } from '#web/features/classes/delete-dialog.tsx';
import { FeedbackDialog } from '#web/features/classes/feedback-dialog.tsx';
import {
  HandOverDialog,
  type InstructorLoad,
  loadInstructors,
} from '#web/features/classes/hand-over-dialog.tsx';
import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/outcome.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { usePrice } from '#web/lib/price.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/manage-class';
import { ChangesDialog } from './changes-dialog.tsx';
import { type ClassIntent, classColumns } from './class-columns.tsx';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';
export { shouldRevalidate } from '#web/lib/outcome.ts';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Manage Classes'), NOT_INDEXED];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  return api.searchClasses({ querystring: Object.fromEntries(searchParams) });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const params = { id: String(form.get('id')) };
  const seen = { version: Number(form.get('version')) };
  switch (form.get('intent') as Change['intent']) {
    case 'approved':
      return announce(api.approveClass({ params, body: seen }), { done: 'Class Approved' });
    case 'denied':
      return announce(api.denyClass({ params, body: seen }), { done: 'Class denied' });
    case 'accepted':
      return announce(api.acceptClass({ params, body: seen }), { done: 'Changes Accepted' });
    case 'deleted':
      return announce(api.deleteClass({ params }), {
        done: 'Deleted Successfully',
        failed: 'Deleted Failed',
      });
  }
}

/** A change that is on its way to the server. */
type Change = { id: string; intent: 'approved' | 'denied' | 'accepted' | 'deleted' };
type Open = {
  item: AdminClass;
  what: Exclude<ClassIntent, 'approved' | 'denied'>;
  history: HistoryLoad;
  instructors?: InstructorLoad;
};

export default function ManageClasses({ loaderData }: Route.ComponentProps) {
  const price = usePrice();
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const [parameters] = useSearchParams();
  const rows = useExpected(loaderData.items);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  // As it is by now: what is sent again after a refusal names what stands on the screen.
  const item = open && (loaderData.items.find(({ _id }) => _id === open.item._id) ?? open.item);

  // Shown in the very moment of the click: the second of a double click finds its button disabled.
  const change = ({ _id: id, version }: AdminClass, intent: Change['intent']) =>
    submit(
      { id, version, intent },
      { method: 'post', navigate: false, fetcherKey: `class-${id}`, flushSync: true },
    );
  const onIntent = (item: AdminClass, intent: ClassIntent) => {
    if (intent === 'approved' || intent === 'denied') void change(item, intent);
    else {
      const instructors = intent === 'teacher' ? loadInstructors() : undefined;
      setOpen({ item, what: intent, history: loadClassHistory(item._id), instructors });
    }
  };
  async function handOver({ _id: id }: AdminClass, { name, email }: Instructor) {
    const handed = api.handOverClass({ params: { id }, body: { email } });
    const outcome = await announce(handed, { done: `Handed over to ${name}` });
    if (!outcome.isUnreachable) void revalidate();
    return outcome;
  }
  async function sendFeedback({ _id: id }: AdminClass, feedback: string) {
    const outcome = await announce(api.giveFeedback({ params: { id }, body: { feedback } }), {
      done: 'Feedback Submit Success',
      failed: 'Feedback Submit Error',
    });
    if (!outcome.isUnreachable) void revalidate();
    return outcome;
  }
  async function sendDenial({ _id: id, version }: AdminClass, reason: string) {
    const body = { version, feedback: reason || undefined };
    const outcome = await announce(api.denyClass({ params: { id }, body }), { done: 'Class denied' });
    if (!outcome.isUnreachable) void revalidate();
    return outcome;
  }

  return (
    <>
      <div className="mb-6">
        <PageHeading title="Manage Classes" />
      </div>
      <ListFilter
        what="classes"
        choice={{ name: 'status', label: 'Status', options: CLASS_STATES }}
        sorts={SORTS}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty sentence="No classes match your search." />
      ) : (
        <DataTable
          caption="Classes"
          columns={classColumns({ price, onIntent })}
          rows={rows}
          rowKey={({ _id }) => _id}
          sorted={parameters.get('sort') ?? undefined}
        />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
      {item && open.what === 'feedback' && (
        <FeedbackDialog
          title="Write a feedback"
          label="Feedback"
          classname={item.classname}
          actions={[
            {
              label: 'Submit Feedback',
              tone: 'btn-primary',
              onSend: (feedback) => sendFeedback(item, feedback),
            },
            ...(item.status === 'pending'
              ? [
                  {
                    label: 'Deny with this feedback',
                    tone: 'btn-outline btn-error',
                    onSend: (feedback: string) => sendDenial(item, feedback),
                  },
                ]
              : []),
          ]}
          onClose={close}
        >
          <h3 className="mt-6 mb-2 font-sans font-semibold">History</h3>
          <ClassHistory load={open.history} />
        </FeedbackDialog>
      )}
      {item && open.what === 'takeoff' && (
        <FeedbackDialog
          title="Take this class off the list?"
          label="Reason for the instructor (optional)"
          classname={item.classname}
          intro="Nobody new can find it or enrol. Students who are enrolled keep it. Its instructor can revise it and submit it again."
          actions={[
            {
              label: 'Take it off the list',
              tone: 'btn-error',
              isOptional: true,
              onSend: (reason) => sendDenial(item, reason),
            },
          ]}
          onClose={close}
        />
      )}
      {item && open.what === 'changes' && (
        <ChangesDialog
          item={item}
          onAccept={() => {
            void change(item, 'accepted');
            close();
          }}
          onTakeOff={() => setOpen({ ...open, what: 'takeoff' })}
          onClose={close}
        />
      )}
      {item && open.instructors && (
        <HandOverDialog
          item={item}
          load={open.instructors}
          onHandOver={(instructor) => handOver(item, instructor)}
          onClose={close}
        />
      )}
      {item && open.what === 'deleted' && (
        <DeleteDialog classname={item.classname} onYes={() => void change(item, 'deleted')} onClose={close} />
      )}
      {item && open.what === 'history' && (
        <Dialog title="History" onClose={close}>
          <ClassHistory load={open.history} />
        </Dialog>
      )}
    </>
  );
}

const SORTS = {
  '': 'Newest first',
  classname: 'Name, A to Z',
  '-classname': 'Name, Z to A',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
  availableseat: 'Fewest free seats first',
  '-availableseat': 'Most free seats first',
  status: 'Status, A to Z',
  '-status': 'Status, Z to A',
} satisfies Record<Sort<(typeof CLASS_COLUMNS)[number]> | '', string>;

/** The classes as they will be once what is on its way has arrived; when the server refuses, as they were. */
function useExpected(items: readonly AdminClass[]): AdminClass[] {
  const changes = new Map<string, Change['intent']>();
  const fetchers = useFetchers();
  for (const { formData } of fetchers) {
    if (formData) changes.set(String(formData.get('id')), formData.get('intent') as Change['intent']);
  }
  return items
    .filter(({ _id }) => changes.get(_id) !== 'deleted')
    .map((item) => {
      const intent = changes.get(item._id);
      if (!intent) return item;
      const status = intent === 'accepted' ? item.status : (intent as ClassStatus);
      return { ...item, status, changedat: null };
    });
}
