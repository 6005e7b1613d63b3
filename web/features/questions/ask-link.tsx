import { Link } from 'react-router';
import { askPath } from '#contract/questions/ask-path.ts';
import { t } from '#languages/t.ts';
import { MessageCircle } from '#web/components/icons/message-circle.tsx';

/** Leads to where the school is asked something, about a class or in general. */
export const AskLink = ({ classid }: { classid?: string }) => (
  <Link
    to={askPath(classid)}
    className="link flex w-fit max-w-full items-center gap-2 font-medium text-plum text-sm print:hidden"
  >
    <MessageCircle className="size-4" aria-hidden="true" />
    {t('questions.ask_school')}
  </Link>
);
