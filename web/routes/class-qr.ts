import { classPath } from '#contract/classes/calls.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import { pageAddress } from '#web/lib/page/page-meta.ts';
import { qrCode } from '#web/lib/page/qr-code.server.ts';
import { apiContext, configContext } from '#web/ssr.ts';
import type { Route } from './+types/class-qr';

/** The address of a class's page as a QR code, for pages that scripts led to. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await orMissing(context.get(apiContext).readClass({ params }));
  const url = pageAddress(context.get(configContext), classPath({ _id: params.id }));
  return new Response(qrCode(url), { headers: { 'content-type': 'image/svg+xml' } });
}
