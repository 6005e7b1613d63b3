import type * as z from 'zod';
import type { ProjectsAnswer } from '#contract/protocols/identity.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { projectNumber } from './token.ts';

/** The host names that may use this project. */
export function projects(
  { projectId, authorizedDomains }: Identity,
  { origin }: Caller,
): z.input<typeof ProjectsAnswer> {
  const domains = new Set([new URL(origin).hostname, ...authorizedDomains]);
  return { projectId: projectNumber(projectId), authorizedDomains: [...domains] };
}
