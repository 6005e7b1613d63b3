import { t } from '#languages/t.ts';

/** What a refusal begins with that names the classes that meet at the same time. */
export const clashWords = ({ self, learnername }: { self: boolean; learnername: string }): string =>
  `${t('payments.two_lessons_at_once', { who: self ? 'self' : 'other', name: learnername })} `;
