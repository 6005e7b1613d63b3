import type { AcceptedClaim, Claim } from '#contract/learners/calls.ts';
import { rightsWords } from './rights-words.ts';

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** The words of a mailed invitation on the page that it opens. */
export function claimWords(claim: Claim): { title: string; sentences: string[]; action: string } {
  const { kind, byname } = claim;
  const names = listOf(claim.learnernames);
  switch (kind) {
    case 'guardian':
      return {
        title: `Look after ${names}`,
        sentences: [
          `${byname} has invited you to be a guardian of ${names} at this school.`,
          `You will be able to ${rightsWords(claim)}. ${byname} can change or end this at any time, and you can end it too.`,
        ],
        action: 'Accept',
      };
    case 'takeover':
      return {
        title: 'Your own account',
        sentences: [
          `${byname} offers you your own account, ${names}. Your classes and waiting lists move to it, and you pay for new classes yourself. Past payments stay with ${byname}.`,
          isNone(claim)
            ? `${byname} will no longer see anything about you here.`
            : `${byname} can still ${rightsWords(claim)} for you. You can end that at any time.`,
        ],
        action: 'Use my own account',
      };
    case 'family':
      return {
        title: 'Your family is already here',
        sentences: [
          `The school has moved your family here from its old system: ${names}.`,
          'If this is your family, accept it to manage it here from now on.',
        ],
        action: 'This is my family',
      };
  }
}

/** That it was accepted; `sameas` names a child of one's own that may be the same one. */
export function acceptedWords({ kind, learnernames }: Claim, { sameas }: AcceptedClaim): string {
  if (kind === 'takeover') return 'Your classes are yours now';
  if (kind === 'family') return 'This is your family';
  const names = listOf(learnernames);
  return sameas
    ? `You are now a guardian of ${names}. If this child is already in your family, ask the school to merge the two.`
    : `You are now a guardian of ${names}`;
}

const isNone = ({ mayenrol, maypay, getsmail }: Claim) => !(mayenrol || maypay || getsmail);
