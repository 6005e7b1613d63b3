import { NameMark } from './name-mark.tsx';

/** A person of a family by their letter and name; `position` is where the family lists them, from 0. */
export const NameTag = (person: { name: string; position: number }) => (
  <span className="inline-flex items-center gap-2 text-start">
    <NameMark {...person} />
    <bdi className="wrap-break-word min-w-0">{person.name}</bdi>
  </span>
);
