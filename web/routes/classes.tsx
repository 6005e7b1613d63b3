import type { Api } from '#contract/client.ts';
import { api } from '#web/lib/api.ts';
import { titleOf } from '#web/lib/title.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/classes';

export const meta = ({ matches }: Route.MetaArgs) => [titleOf(matches, 'Classes')];

const load = (api: Api) => api.listClasses();
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

export default function Classes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>Classes List</h1>
      <ul>
        {loaderData.map((item) => (
          <li key={item._id}>{item.classname}</li>
        ))}
      </ul>
    </>
  );
}
