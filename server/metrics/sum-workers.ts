import { AggregatorRegistry } from 'prom-client';
import type { ToldMetrics } from './metrics.ts';

/** What the processes that this one has started count, added up. */
export function sumWorkers(): ToldMetrics {
  const workers = new AggregatorRegistry();
  return { contentType: workers.contentType, text: () => workers.clusterMetrics() };
}
