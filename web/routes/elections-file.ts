import { configContext } from '#web/ssr.ts';
import type { Route } from './+types/elections-file';
import demo from './demo-elections.json';

/** What is voted on, as a file: the demo's own inventions, and in any other school nothing. */
export const loader = ({ context }: Route.LoaderArgs) =>
  Response.json(context.get(configContext).isDemo ? demo : []);
