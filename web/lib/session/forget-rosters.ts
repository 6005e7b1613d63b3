/** The database in which this browser keeps rosters for the time without a network, and the note of whose they are. */
export const ROSTERS = 'rosters';

/** Removes the rosters that this browser keeps; one that keeps none opens no database. */
export function forgetRosters() {
  if (!localStorage[ROSTERS]) return;
  delete localStorage[ROSTERS];
  indexedDB.deleteDatabase(ROSTERS);
}
