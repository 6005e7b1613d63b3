import type { TestProject } from 'vitest/node';
import { startCluster } from './postgres.ts';

/** One private cluster for all test files of the project; each file gets a database of its own in it. */
export default async function setup(project: TestProject) {
  const cluster = await startCluster();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    dialect: 'sqlite' | 'postgres';
  }
}
