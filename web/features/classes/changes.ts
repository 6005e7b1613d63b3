import type { AdminClass, CallOffRefund } from '#contract/classes/calls.ts';
import type { ClassDraft, OfficeClassDraft } from '#contract/classes/form.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import { useChangesUnderWay } from '#web/lib/api/changes-under-way.ts';

const api = apiOf(classOfficeCalls);

const really = { querystring: {} };

/** What calling a class off would come to; nothing changes. */
export const tryCallOff = (id: string, body: { reason: string; refund: CallOffRefund }) =>
  api.callOff({ params: { id }, body, querystring: { dry: '1' } });

/** A class as it stands on the screen: what is decided about it must not have changed meanwhile. */
type Seen = { id: string; version: number };

const deny = ({ id, version, feedback }: Seen & { feedback?: string }) =>
  announce(api.denyClass({ params: { id }, body: { version, feedback } }), {
    done: t('classes.class_denied'),
  });

/**
 * What admins change of classes. Those by a button alone show at once what is to come (`useExpectedClasses`).
 */
export const decisionChanges = {
  approveClass: ({ id, version }: Seen) =>
    announce(api.approveClass({ params: { id }, body: { version } }), { done: t('classes.class_approved') }),
  denyClass: (seen: Seen) => deny(seen),
  denyWithFeedback: (seen: Seen & { feedback?: string }) => deny(seen),
  acceptClass: ({ id, version }: Seen) =>
    announce(api.acceptClass({ params: { id }, body: { version } }), { done: t('classes.changes_accepted') }),
  deleteClass: (params: { id: string }) =>
    announce(api.deleteClass({ params }), {
      done: t('classes.deleted'),
      failed: t('classes.not_deleted'),
    }),
  callOff: ({ id, ...body }: { id: string; reason: string; refund: CallOffRefund; key: string }) =>
    attempt(api.callOff({ params: { id }, body, ...really }), () => t('calloffs.done')),
  handOverClass: ({ id, name, ...body }: { id: string; email: string; was: string | null; name: string }) =>
    announce(api.handOverClass({ params: { id }, body }), { done: t('classes.handed_over', { name }) }),
  giveFeedback: ({ id, feedback }: { id: string; feedback: string }) =>
    announce(api.giveFeedback({ params: { id }, body: { feedback } }), {
      done: t('classes.feedback_sent'),
      failed: t('classes.feedback_not_sent'),
    }),
};

/**
 * The classes as they will be once what is on its way has arrived; where the server refuses, as they were.
 */
export function useExpectedClasses(items: readonly AdminClass[]): AdminClass[] {
  const underWay = useChangesUnderWay(decisionChanges);
  const expected = new Map(items.map((item) => [item._id, item]));
  for (const { name, input } of underWay) {
    const item = expected.get(input.id);
    if (!item) continue;
    if (name === 'deleteClass') expected.delete(input.id);
    if (name === 'approveClass') expected.set(input.id, { ...item, status: 'approved', changedat: null });
    if (name === 'denyClass') expected.set(input.id, { ...item, status: 'denied', changedat: null });
    if (name === 'acceptClass') expected.set(input.id, { ...item, changedat: null });
  }
  return [...expected.values()];
}

/** A form filled in; an admin's says who teaches the class, and one of wishes that it is made of them. */
export type FilledClass = ClassDraft & { instructoremail?: string; forwishers?: boolean };

/** The id of a class that was added. */
export const addedId = (outcome: { answer: unknown }) =>
  (outcome.answer as { insertedId: string }).insertedId;

type Edits = { id: string; version: number; edits: Partial<OfficeClassDraft> };

/** What the form of a class changes: of an instructor's own, and for admins of any. */
export const editChanges = {
  addClass: (body: FilledClass) =>
    announce(api.addClass({ body }), { done: t('classes.added'), failed: t('classes.not_added') }),
  /** Of who may approve it: it is on the list at once. */
  addApproved: (body: FilledClass) =>
    announce(addApproved(body), { done: t('classes.added'), failed: t('classes.not_added') }),
  updateClass: ({ isLeftDenied, ...edited }: Edits & { isLeftDenied: boolean }) =>
    announce(update(edited), {
      done: isLeftDenied ? t('classes.updated_still_denied') : t('classes.updated'),
      failed: t('classes.not_updated'),
    }),
  resubmitClass: (edited: Edits) =>
    announce(resubmit(edited), { done: t('classes.updated'), failed: t('classes.not_updated') }),
};

/** Where approving it fails, it is added still, and the list offers to approve it. */
async function addApproved(body: FilledClass) {
  const added = await api.addClass({ body });
  await api.approveClass({ params: { id: added.insertedId }, body: {} }).catch(() => {});
  return added;
}

const update = ({ id, version, edits }: Edits) =>
  api.updateClass({ params: { id }, body: { ...edits, version } });

async function resubmit(edited: Edits) {
  await update(edited);
  await api.resubmitClass({ params: { id: edited.id } });
}
