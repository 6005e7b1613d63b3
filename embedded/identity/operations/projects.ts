import type * as z from 'zod';
import type { ProjectsAnswer } from '#contract/protocols/identity.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { projectNumber } from './token.ts';

/** The host names that may use this project: the school's own alone. */
export function projects({ projectId }: Identity, { origin }: Caller): z.input<typeof ProjectsAnswer> {
  return { projectId: projectNumber(projectId), authorizedDomains: [new URL(origin).hostname] };
}
