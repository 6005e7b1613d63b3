import { useState } from 'react';
import { useFetchers, useRevalidator, useSubmit } from 'react-router';
import { CLASS_STATUSES, type ClassStatus, type MusicClass } from '#contract/classes.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Empty } from '#web/components/empty.tsx';
import { ListFilter } from '#web/components/list-filter.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Pager } from '#web/components/pager.tsx';
import { ClassHistory, type HistoryLoad, loadClassHistory } from '#web/features/changes/class-history.tsx';
import { DeleteDialog } from '#web/features/classes/delete-dialog.tsx';
import { FeedbackDialog } from '#web/features/classes/feedback-dialog.tsx';
import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/outcome.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { usePrice } from '#web/lib/price.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/manage-class';
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
    case 'deleted':
      return announce(api.deleteClass({ params }), {
        done: 'Deleted Successfully',
        failed: 'Deleted Failed',
      });
  }
}

/** A change that is on its way to the server. */
type Change = { id: string; intent: 'approved' | 'denied' | 'deleted' };
type Open = { item: MusicClass; what: Exclude<ClassIntent, 'approved' | 'denied'>; history: HistoryLoad };

export default function ManageClasses({ loaderData }: Route.ComponentProps) {
  const price = usePrice();
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const rows = useExpected(loaderData.items);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  // Shown in the very moment of the click: the second of a double click finds its button disabled.
  const change = ({ _id: id, version }: MusicClass, intent: Change['intent']) =>
    submit(
      { id, version, intent },
      { method: 'post', navigate: false, fetcherKey: `class-${id}`, flushSync: true },
    );
  const onIntent = (item: MusicClass, intent: ClassIntent) => {
    if (intent === 'approved' || intent === 'denied') void change(item, intent);
    else setOpen({ item, what: intent, history: loadClassHistory(item._id) });
  };
  async function sendFeedback(id: string, feedback: string) {
    const outcome = await announce(api.giveFeedback({ params: { id }, body: { feedback } }), {
      done: 'Feedback Submit Success',
      failed: 'Feedback Submit Error',
    });
    if (outcome.isDone) void revalidate();
    return outcome;
  }

  return (
    <>
      <div className="mb-6">
        <PageHeading title="Manage Classes" />
      </div>
      <ListFilter
        what="classes"
        choice={{ name: 'status', label: 'Status', options: CLASS_STATUSES }}
        total={loaderData.total}
      />
      {rows.length === 0 ? (
        <Empty sentence="No class fits this search." />
      ) : (
        <DataTable
          caption="Classes"
          columns={classColumns({ price, onIntent })}
          rows={rows}
          rowKey={({ _id }) => _id}
        />
      )}
      <Pager previous={loaderData.previous} next={loaderData.next} />
      {open?.what === 'feedback' && (
        <FeedbackDialog
          classname={open.item.classname}
          onSend={(feedback) => sendFeedback(open.item._id, feedback)}
          onClose={close}
        >
          <h3 className="mt-6 mb-2 font-sans font-semibold">History</h3>
          <ClassHistory load={open.history} />
        </FeedbackDialog>
      )}
      {open?.what === 'deleted' && (
        <DeleteDialog
          classname={open.item.classname}
          onYes={() => change(open.item, 'deleted')}
          onClose={close}
        />
      )}
      {open?.what === 'history' && (
        <Dialog title="History" onClose={close}>
          <ClassHistory load={open.history} />
        </Dialog>
      )}
    </>
  );
}

/** The classes as they will be once what is on its way has arrived; when the server refuses, as they were. */
function useExpected(items: readonly MusicClass[]): MusicClass[] {
  const changes = new Map<string, Change['intent']>();
  const fetchers = useFetchers();
  for (const { formData } of fetchers) {
    if (formData) changes.set(String(formData.get('id')), formData.get('intent') as Change['intent']);
  }
  return items
    .filter(({ _id }) => changes.get(_id) !== 'deleted')
    .map((item) => ({ ...item, status: (changes.get(item._id) as ClassStatus | undefined) ?? item.status }));
}
