import { blogEndpoints } from './blogs.schema.ts';
import { classEndpoints } from './classes.schema.ts';
import { paymentEndpoints } from './payments.schema.ts';
import { selectionEndpoints } from './selections.schema.ts';
import { userEndpoints } from './users.schema.ts';

/** Every endpoint of the product; the server alone loads this, everybody may read its types. */
export const endpoints = {
  ...userEndpoints,
  ...classEndpoints,
  ...selectionEndpoints,
  ...paymentEndpoints,
  ...blogEndpoints,
};
