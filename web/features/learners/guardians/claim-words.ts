import { listOf } from '#contract/formats.ts';
import type { AcceptedClaim, Claim } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { rightsWords } from './rights-words.ts';

/** The words of a mailed invitation on the page that it opens. */
export function claimWords(claim: Claim): { title: string; sentences: string[]; action: string } {
  const { kind, byname } = claim;
  const names = listOf(claim.learnernames);
  switch (kind) {
    case 'guardian':
      return {
        title: t('learners.look_after', { names }),
        sentences: [
          t('learners.invited_as_guardian', { byname, names }),
          t('learners.you_will_be_able_to', { rights: rightsWords(claim), byname }),
        ],
        action: t('learners.accept'),
      };
    case 'takeover':
      return {
        title: t('learners.your_own_account'),
        sentences: [
          t('learners.offers_own_account', { byname, names }),
          isNone(claim)
            ? t('learners.will_see_nothing', { byname })
            : t('learners.can_still_for_you', { byname, rights: rightsWords(claim) }),
        ],
        action: t('learners.use_my_own_account'),
      };
    case 'family':
      return {
        title: t('learners.your_family_is_already_here'),
        sentences: [t('learners.moved_by_school', { names }), t('learners.accept_family')],
        action: t('learners.this_is_my_family'),
      };
  }
}

/** That it was accepted; `sameas` names a child of one's own that may be the same one. */
export function acceptedWords({ kind, learnernames }: Claim, { sameas }: AcceptedClaim): string {
  if (kind === 'takeover') return t('learners.your_classes_are_yours_now');
  if (kind === 'family') return t('learners.this_is_your_family');
  const names = listOf(learnernames);
  return sameas ? t('learners.now_guardian_maybe_same', { names }) : t('learners.now_guardian_of', { names });
}

const isNone = ({ mayenrol, maypay, getsmail }: Claim) => !(mayenrol || maypay || getsmail);
