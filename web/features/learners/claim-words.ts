import type { AcceptedClaim, Claim } from '#contract/learners.ts';
import { rightsWords } from './rights-words.ts';

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

/** What somebody is asked by mail, as the page that it opens says it. */
export function claimWords(claim: Claim): { title: string; sentences: string[]; action: string } {
  const { kind, byname } = claim;
  const names = listOf(claim.learnernames);
  switch (kind) {
    case 'guardian':
      return {
        title: `Look after ${names}`,
        sentences: [
          `${byname} asks you to look after ${names} at this school too.`,
          `What you may do: ${rightsWords(claim)}. ${byname} can change or end it at any time, and so can you.`,
        ],
        action: 'Accept',
      };
    case 'takeover':
      return {
        title: 'Your own account',
        sentences: [
          `${byname} lets you take over what you learn here, ${names}: your classes and places in waiting lists are then yours, and you pay for new ones. What was paid stays with ${byname}.`,
          isNone(claim)
            ? `${byname} sees nothing of you here any more.`
            : `What ${byname} may still do for you: ${rightsWords(claim)}. You can end it at any time.`,
        ],
        action: 'Take over',
      };
    case 'family':
      return {
        title: 'Your family is here already',
        sentences: [
          `The school has moved your family here from its old system: ${names}.`,
          'Is this your family? Then accept it, and look after it here from now on.',
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
    ? `You look after ${names} now. If this is the child that you have here already, ask the school to merge them.`
    : `You look after ${names} now`;
}

const isNone = ({ mayenrol, maypay, getsmail }: Claim) => !(mayenrol || maypay || getsmail);
