import { REVIEW_POSTS } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { SelectField } from '#web/components/form/field.tsx';
import { Matter } from './matter.tsx';

/** Which posts of teachers wait for an admin. */
export const PostsPart = () => (
  <Matter title={t('school.posts_of_teachers')} lead={t('school.posts_of_teachers_lead')}>
    <div className="sm:col-span-2">
      <SelectField
        label={t('school.review_posts')}
        name="reviewposts"
        options={REVIEW_POSTS}
        optionLabels={{ asked: t('school.review_posts_asked'), always: t('school.review_posts_always') }}
        hint={t('school.review_posts_hint')}
      />
    </div>
  </Matter>
);
