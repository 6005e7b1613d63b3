import { useState } from 'react';
import { Link } from 'react-router';
import { classCalls, classPath } from '#contract/classes/calls.ts';
import { OwnQuestionDraft, QuestionDraft } from '#contract/questions/form.ts';
import { t } from '#languages/t.ts';
import { TextAreaField, TextField } from '#web/components/form/field.tsx';
import { Form } from '#web/components/form/form.tsx';
import { NeedsScripts } from '#web/components/layout/needs-scripts.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { useOwnLanguage } from '#web/components/own-words.tsx';
import { FormMessage, SubmitButton } from '#web/features/account/form-parts.tsx';
import { askChanges } from '#web/features/questions/changes.ts';
import { idIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useSave } from '#web/lib/api/change.ts';
import { orNull } from '#web/lib/api/missing.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { pageMeta } from '#web/lib/page/page-meta.ts';
import { rich } from '#web/lib/rich.ts';
import { useSession } from '#web/lib/session/session.ts';
import { apiContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/ask';

const api = apiOf(classCalls);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t('questions.ask_school'),
    description: t('questions.ask_description'),
    path: '/ask',
  });

const filterOf = (url: string) => ({ class: idIn(new URL(url).searchParams, 'class') });

export const handle: PageHandle = { filter: filterOf };

/** The class that the question is about; null where it is about none, or none that is offered. */
async function load(from: typeof api, url: string) {
  const { class: id } = filterOf(url);
  const found = id ? await orNull(from.readClass({ params: { id } })) : null;
  return { about: found && { _id: found._id, classname: found.classname } };
}
export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export const clientAction = actionOf(askChanges);

export default function Ask({ loaderData: { about } }: Route.ComponentProps) {
  const [sentTo, setSentTo] = useState('');
  const lang = useOwnLanguage();
  return (
    <div className="wrap py-10 lg:py-16">
      <div className="mx-auto max-w-2xl">
        <PageHeading
          title={sentTo ? t('questions.thank_you') : t('questions.ask_school')}
          lead={sentTo ? t('questions.sent_to', { email: sentTo }) : t('questions.ask_lead')}
        />
        {about && (
          <p className="wrap-anywhere mt-3">
            {rich('questions.about_class', {
              classname: (
                <Link to={classPath(about)} lang={lang} className="link font-medium">
                  {about.classname}
                </Link>
              ),
            })}
          </p>
        )}
        {!sentTo && <QuestionForm classid={about?._id} onSent={setSentTo} />}
      </div>
    </div>
  );
}

function QuestionForm({ classid, onSent }: { classid: string | undefined; onSent: (to: string) => void }) {
  const session = useSession();
  const own = session.state === 'signed-in' ? session.user.email : undefined;
  const save = useSave(askChanges);
  const form = useForm(own ? OwnQuestionDraft : QuestionDraft, {
    async send(question: { text: string; email?: string; name?: string }) {
      const outcome = await save('ask', { ...question, classid });
      if (outcome.isDone) onSent(own ?? question.email ?? '');
      return outcome;
    },
  });
  return (
    <Form of={form} className="panel mt-8 space-y-5 p-5 sm:p-8">
      <NeedsScripts sentence={t('questions.asking_needs_scripts')} />
      <TextAreaField label={t('questions.your_question')} name="text" rows={6} />
      {own ? (
        <p className="wrap-anywhere text-quiet text-sm">{t('questions.answer_goes_to', { email: own })}</p>
      ) : (
        <>
          <TextField label={t('common.email')} name="email" autoComplete="email" />
          <TextField label={t('questions.name_optional')} name="name" autoComplete="name" />
        </>
      )}
      <FormMessage problem={form.problem} />
      <SubmitButton isBusy={form.isBusy} className="">
        {t('common.send')}
      </SubmitButton>
    </Form>
  );
}
