import { registerCalls } from '#contract/registers/calls.ts';
import { t } from '#languages/t.ts';
import { OfficeRegister } from '#web/features/registers/office-register.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/register';

const api = apiOf(registerCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.register')), NOT_INDEXED];

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const register = await api.readRegister({ params: { id } });
  return { register, behind: Date.parse(register.servertime) - Date.now() };
}

export default function OfficeRegisterPage({ loaderData }: Route.ComponentProps) {
  return <OfficeRegister key={loaderData.register.lesson._id} {...loaderData} />;
}
