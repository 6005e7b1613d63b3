import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from '#contract/config/calls.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { SendMail } from '#server/jobs/send-due-mails.ts';
import type { CardPayments } from './card-payments.ts';
import type { FileStore } from './file-store.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** What a page may load besides what comes from this origin. */
export type ContentSources = { connect: string[]; script: string[]; frame: string[] };

/**
 * An outside service as the configuration names it, hosted or embedded: which of them it is, its own file
 * alone knows.
 */
export type Service<Client, BrowserConfig> = {
  /** What the server calls it by. */
  client: Client;
  /** What a browser must know that sees the school under `origin`. */
  browserConfig: (origin: string) => BrowserConfig;
  /** What pages must be let reach beyond the school's own origin. */
  contentSources: Partial<ContentSources>;
  /** Registers what is embedded on the school. */
  mount?: (app: FastifyInstance) => Promise<void>;
  jobs?: Job[];
  close?: () => Promise<void>;
};

/** What the server asks of the images is where files lie; mail has nothing for browsers. */
export type Services = {
  identity: Service<IdentityProvider, ClientConfig['identity']>;
  cards: Service<CardPayments, ClientConfig['cards']>;
  images: Service<FileStore, ClientConfig['images']>;
  mail: Service<SendMail, null>;
};

/** What pages may reach beyond this origin: only the hosted services that the configuration names. */
export function contentSourcesOf(services: Services): ContentSources {
  const of = (kind: keyof ContentSources) =>
    Object.values(services).flatMap(({ contentSources }) => contentSources[kind] ?? []);
  return { connect: of('connect'), script: of('script'), frame: of('frame') };
}
