import { useNavigate } from 'react-router';
import type { ClassDraft, MusicClass } from '#contract/classes.ts';
import { ApiError } from '#contract/client.ts';
import { errors } from '#contract/errors.ts';
import { AFTER_SAVE } from '#web/components/leave-guard.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { StatusBadge } from '#web/components/status-badge.tsx';
import { toast } from '#web/components/toasts.tsx';
import { ClassForm } from '#web/features/classes/class-form.tsx';
import { api } from '#web/lib/api.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { currentSession } from '#web/lib/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/update-class';

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Update Class'), NOT_INDEXED];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const found = await api.readClass({ params });
  const session = currentSession();
  const isOwn = session.state === 'signed-in' && session.user.email === found.instructoremail;
  if (!isOwn) {
    const [status, detail] = errors['class-not-found'];
    throw new ApiError({ status, code: 'class-not-found', detail });
  }
  return found;
}

export default function UpdateClass({ loaderData: item }: Route.ComponentProps) {
  const navigate = useNavigate();
  const initial = draftOf(item);

  async function update(draft: ClassDraft, value: string) {
    const params = { id: item._id };
    try {
      await api.updateClass({ params, body: changesOf(initial, draft) });
      if (value === 'resubmit') await api.resubmitClass({ params });
    } catch (error) {
      void toast('error', 'Class Update Failed');
      throw error;
    }
    void toast('success', 'Class Updated Successfully');
    await navigate('/instructor/myclass', { state: AFTER_SAVE });
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <PageHeading title="Update Class" />
        <StatusBadge status={item.status} />
      </div>
      {item.status === 'denied' && <Reason item={item} />}
      <ClassForm
        key={item._id}
        initial={initial}
        instructor={{ name: item.instructorname, email: item.instructoremail }}
        submit="Update Class"
        extra={item.status === 'denied' ? { label: 'Update and resubmit', value: 'resubmit' } : undefined}
        onSave={update}
      />
    </>
  );
}

const draftOf = (item: MusicClass): ClassDraft => ({
  classname: item.classname,
  image: item.image,
  price: String(item.price),
  availableseat: String(item.availableseat),
  level: item.level,
  group: item.group,
  description: item.description,
});

/** Only what was edited: a seat that was sold while the form was open stays sold. */
function changesOf(before: ClassDraft, after: ClassDraft): Partial<ClassDraft> {
  const names = Object.keys(after) as (keyof ClassDraft)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

function Reason({ item }: { item: MusicClass }) {
  return (
    <section aria-labelledby="reason" className="mb-6 rounded-card border border-error/40 bg-blush/50 p-5">
      <h2 id="reason" className="text-subheading">
        This class was denied
      </h2>
      {item.feedback ? (
        <p className="wrap-anywhere mt-2 whitespace-pre-wrap">{item.feedback}</p>
      ) : (
        <p className="mt-2">The school has not written why yet.</p>
      )}
      <p className="mt-2 text-quiet text-sm">
        Revise it below and submit it again; the school then decides anew.
      </p>
    </section>
  );
}
