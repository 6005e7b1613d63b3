import { useFetchers } from 'react-router';
import type { Changes, Submission } from './change.ts';

/** Those of a feature's changes that are on their way, for a list that shows at once what is to come. */
export const useChangesUnderWay = <Inputs>(changes: Changes<Inputs>): Submission<Inputs>[] =>
  useFetchers().flatMap(({ json }) => {
    const submission = json as Submission<Inputs> | undefined;
    return submission && submission.name in changes ? [submission] : [];
  });
