import type { Api } from '#contract/client.ts';
import { api } from '#web/lib/api.ts';
import { titleOf } from '#web/lib/title.ts';
import { apiContext } from '#web/ssr.ts';
import type { Route } from './+types/home';

export const meta = ({ matches }: Route.MetaArgs) => [titleOf(matches, 'Homepage')];

const load = (api: Api) => api.listPopularClasses();
export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <ul>
      {loaderData.map((item) => (
        <li key={item._id}>{item.classname}</li>
      ))}
    </ul>
  );
}
