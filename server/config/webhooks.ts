import * as z from 'zod';

const HOST = /^(?!-)[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/;

export const webhookVariables = z.object({
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .refine(
      (hosts) => hosts.every((host) => HOST.test(host)),
      'WEBHOOK_ALLOWED_HOSTS must be names of hosts with commas between them, such as office.lan, 192.168.1.20; no port, no path.',
    ),
});

type Env = z.output<typeof webhookVariables>;

/**
 * Hosts of the school's own network that webhooks may call, and at which teachers' calendars are read, and
 * without https.
 */
export const webhookConfig = (env: Env) => ({ webhookAllowedHosts: env.WEBHOOK_ALLOWED_HOSTS });
