import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from './endpoint.ts';
import type * as schema from './selections.schema.ts';

export type Selection = z.input<typeof schema.Selection>;

export const selectionCalls = {
  selectClass: {
    method: 'POST',
    url: '/select/class/',
    config: { access: { student: { self: 'body.email' } } },
  },
  listSelections: {
    method: 'GET',
    url: '/selectedclass/:email',
    config: { access: ownOfEveryRole('params.email') },
  },
  deleteSelection: {
    method: 'DELETE',
    url: '/selectedclass/delete/:id',
    config: { access: ownOfEveryRole('selection') },
  },
} as const satisfies Calls;
