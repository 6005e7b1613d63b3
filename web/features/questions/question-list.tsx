import { useState } from 'react';
import { Link } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import type { Question } from '#contract/questions/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { questionChanges } from './changes.ts';

/** What people asked, each with its answer or a way to give one. */
export const QuestionList = ({ questions }: { questions: readonly Question[] }) => (
  <ul className="grid gap-4">
    {questions.map((question) => (
      <li key={question._id} className="panel p-5">
        <Entry question={question} />
      </li>
    ))}
  </ul>
);

function Entry({ question }: { question: Question }) {
  const { name, email, userid, text, classid, classname, createdat } = question;
  const moment = <Moment at={createdat} />;
  return (
    <>
      <p className="wrap-anywhere font-semibold">
        {userid ? <Link to={`/admin/families/${userid}`}>{name}</Link> : <bdi>{name || email}</bdi>}
        <span className="block font-normal text-quiet text-sm">
          {userid ? (
            <>
              {email} · {moment}
            </>
          ) : (
            rich('questions.from_visitor', { email, moment })
          )}
        </span>
      </p>
      {classid && classname && (
        <p className="mt-2 text-sm">
          {rich('questions.about_class', {
            classname: (
              <Link to={classPath({ _id: classid })} className="link">
                <OwnWords>{classname}</OwnWords>
              </Link>
            ),
          })}
        </p>
      )}
      <p dir="auto" className="wrap-anywhere mt-3 max-w-2xl whitespace-pre-line">
        {text}
      </p>
      {question.answeredat ? <Answer question={question} /> : <Actions question={question} />}
    </>
  );
}

const Answer = ({ question: { answer, answeredat, answeredby } }: { question: Question }) => (
  <div className="mt-4 rounded-field bg-mint p-4">
    <p className="text-sm">
      <bdi>{answeredby ?? t('questions.office')}</bdi>, {answeredat && <Moment at={answeredat} />}
    </p>
    <p dir="auto" className="wrap-anywhere mt-2 max-w-2xl whitespace-pre-line">
      {answer}
    </p>
  </div>
);

function Actions({ question }: { question: Question }) {
  const [open, setOpen] = useState<'answer' | 'delete'>();
  const removing = useChange(questionChanges, 'deleteQuestion');
  const close = () => setOpen(undefined);
  const who = question.name || question.email;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <button type="button" className="btn btn-primary btn-sm" onClick={() => setOpen('answer')}>
        {rich('questions.answer', { who, hidden: (text) => <span className="sr-only">{text}</span> })}
      </button>
      <button type="button" className="btn btn-ghost btn-sm text-error" onClick={() => setOpen('delete')}>
        {rich('questions.delete', {
          who,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </button>
      {open === 'answer' && <AnswerDialog question={question} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={t('questions.ask_delete')}
          confirmLabel={t('common.delete')}
          onConfirm={() => removing.run({ id: question._id })}
          onClose={close}
        >
          <p>{t('questions.delete_means', { who })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
