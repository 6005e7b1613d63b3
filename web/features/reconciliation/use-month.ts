import { useEffect, useState } from 'react';
import { type Reconciliation, reconciliationCalls } from '#contract/reconciliation/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { joinPages } from './join-pages.ts';

const api = apiOf(reconciliationCalls);

/**
 * A month's check, of which `first` is the first page: the others are asked for one after the other, and it
 * grows by each.
 */
export function useMonth(first: Reconciliation): { check: Reconciliation; isBroken: boolean } {
  const [known, setKnown] = useState({ first, check: first, isBroken: false });
  useEffect(() => {
    let isOver = false;
    async function readOn() {
      let check = first;
      while (check.next !== null && !isOver) {
        const querystring = { month: first.month, after: check.next };
        check = joinPages(check, await api.reconcileMonth({ querystring }));
        if (!isOver) setKnown({ first, check, isBroken: false });
      }
    }
    readOn().catch(() => {
      if (!isOver) setKnown((before) => ({ ...before, isBroken: true }));
    });
    return () => {
      isOver = true;
    };
  }, [first]);
  // Until the first of another month has come, nothing is known of it.
  return known.first === first ? known : { check: first, isBroken: false };
}
