import * as z from 'zod';
import { type ErrorCode, errors } from './errors.ts';

/**
 * One faulty field of a request: its name on the wire and a sentence for the person who filled in the form.
 */
export const FieldFault = z.object({ field: z.string(), detail: z.string() }).meta({ id: 'FieldFault' });

// Object.keys forgets which keys they are.
export const Code = z.enum(Object.keys(errors) as ErrorCode[]);

/** `application/problem+json`, RFC 9457, with the catalogue's code. */
export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: Code,
    /** The id of the request in the server's log. */
    requestId: z.string(),
    errors: z.array(FieldFault).optional(),
  })
  .meta({ id: 'Problem' });
