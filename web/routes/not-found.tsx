import { missing } from '#web/lib/api/missing.ts';

export const loader = missing;
export const clientLoader = missing;

export default function NotFoundPage() {
  return null;
}
