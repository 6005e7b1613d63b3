import { useConfig } from '#web/lib/config.ts';

/** `Europe/Lisbon` is Lisbon time; `Etc/UTC` is UTC. */
function timeOf(zone: string): string {
  const name = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return name === zone || zone.startsWith('Etc/') ? name : `${name} time`;
}

/** Whose clocks the hours beside it are by: the server that writes them knows nothing of the reader’s. */
export function SchoolTime() {
  const { timezone = 'UTC' } = useConfig().school;
  return <p className="text-quiet text-sm">All times are {timeOf(timezone)}.</p>;
}
