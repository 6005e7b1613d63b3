import { useEffect, useState } from 'react';
import { type EnrolledSeveral, paymentCalls } from '#contract/payments/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(paymentCalls);

type Booked = Exclude<Awaited<ReturnType<typeof api.enrolByHand>>, EnrolledSeveral>;
type Place = { classid: string | undefined; learnerid: string };

/**
 * What a place would be booked at now; undefined while that is not known. `isAsked`: it is on its way. `askAgain`:
 * after it has changed.
 */
export function useBookedPrice({ classid, learnerid }: Place): {
  booked: Booked | undefined;
  isAsked: boolean;
  askAgain: () => void;
} {
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<{ of: string; booked: Booked | undefined }>();
  const of = `${classid} ${learnerid} ${tries}`;
  useEffect(() => {
    if (!classid) return;
    let isOver = false;
    const body = { classid, learnerid, pay: 'due' as const };
    api.enrolByHand({ body, querystring: { dry: '1' } }).then(
      (booked) => {
        if (!isOver) setKnown({ of, booked: 'price' in booked ? booked : undefined });
      },
      // Why not is said when it is booked.
      () => !isOver && setKnown({ of, booked: undefined }),
    );
    return () => {
      isOver = true;
    };
  }, [classid, learnerid, of]);
  const isKnown = known?.of === of;
  return {
    booked: isKnown ? known.booked : undefined,
    isAsked: classid !== undefined && !isKnown,
    askAgain: () => setTries((at) => at + 1),
  };
}
