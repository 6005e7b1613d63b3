import type { UndoneImport } from '#contract/imports/calls.ts';

/** What an undo leaves, with the reasons. */
export const KeptList = ({ kept }: { kept: UndoneImport['kept'] }) => (
  <ul className="mt-4 max-h-80 space-y-3 overflow-y-auto">
    {kept.map(({ name, email, sentence }) => (
      <li key={`${name} ${email}`} className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        {email && `, ${email}`}
        <span className="block text-quiet text-sm">{sentence}</span>
      </li>
    ))}
  </ul>
);
