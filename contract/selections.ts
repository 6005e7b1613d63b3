import type * as z from 'zod';
import type { Calls } from './endpoint.ts';
import type * as schema from './selections.schema.ts';

export type Selection = z.input<typeof schema.Selection>;

const everyRole = { student: 'self', instructor: 'self', admin: 'self' } as const;

export const selectionCalls = {
  selectClass: { method: 'POST', url: '/select/class/', config: { access: { student: 'self' } } },
  listSelections: { method: 'GET', url: '/selectedclass/:email', config: { access: everyRole } },
  deleteSelection: {
    method: 'DELETE',
    url: '/selectedclass/delete/:id',
    config: { access: everyRole },
  },
} as const satisfies Calls;
