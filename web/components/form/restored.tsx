import { useFormats } from '#web/lib/formats/formats.ts';

/** Says that a form begins with what this device kept of it. */
export function Restored({
  keptat,
  staleRecord,
  onDiscard,
}: {
  /** Epoch milliseconds. */
  keptat: number;
  /** What the record is called, where it has been saved since, here or elsewhere. */
  staleRecord: string | undefined;
  onDiscard: () => void;
}) {
  const { moment } = useFormats();
  return (
    <output className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-mist p-5">
      <span className="min-w-0 flex-1 basis-72">
        This is what you typed until {moment(keptat)} and did not save.
        {staleRecord && ` The ${staleRecord} was saved since, so compare before you save this in its place.`}
      </span>
      <button type="button" className="btn btn-outline btn-sm" onClick={onDiscard}>
        Discard it
      </button>
    </output>
  );
}
