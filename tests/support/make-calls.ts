import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { V1 } from '#contract/v1/calls.ts';
import { ACTORS, type TableRow, table } from './call-table.ts';
import { makeWorld, type People } from './call-world.ts';
import { bodyToSend } from './form-body.ts';
import { LOG_WALKS } from './log-walks.ts';
import type { TestSchool } from './school.ts';

export type CallName = keyof typeof endpoints;

/** Every call by which people change something; what programs write is done by these. */
export const changingCalls = (Object.entries(endpoints) as [CallName, Endpoint][]).filter(
  ([, { method, url }]) => method !== 'GET' && !url.startsWith(V1),
);

/** One of each role, and two of some, signed in. */
export const signInPeople = async (school: TestSchool): Promise<People> => ({
  student: await school.signIn('student'),
  otherStudent: await school.signIn('student'),
  instructor: await school.signIn('instructor'),
  otherInstructor: await school.signIn('instructor'),
  office: await school.signIn('office'),
  admin: await school.signIn('admin'),
});

/**
 * Whose call is sure to leave a line: an admin's, or that of the first who is answered with success;
 * undefined where none is.
 */
export const callerOf = ({ cells }: TableRow) =>
  (['admin', ...ACTORS] as const).find((actor) => cells[actor] < 400);

/**
 * What a call needs, made: `request` makes the call, as in the table of calls or, where it is only refused there,
 * as it succeeds in `log-walks.ts`, and gives its status.
 */
export async function prepareCall(school: TestSchool, people: People, name: CallName) {
  const walk = LOG_WALKS[name];
  if (walk) {
    const { by, of, body } = await walk(school, people.admin);
    const { method, url } = endpoints[name];
    const path = url.replace(/:\w+(\/:\w+)*/, of);
    return { request: async () => (await by.call(method, path, body)).status };
  }
  const row = table[name] as TableRow;
  const actor = callerOf(row);
  const { method, path, body } = row.request(await makeWorld(school, people));
  const token = actor !== undefined && actor in people ? people[actor as keyof People].token : undefined;
  const request = async () => {
    const { statusCode } = await school.app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body !== undefined && { payload: bodyToSend(body as object) }),
    });
    return statusCode;
  };
  return { request };
}
