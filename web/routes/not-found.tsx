import { data } from 'react-router';

const missing = () => {
  throw data(null, { status: 404 });
};
export const loader = missing;
export const clientLoader = missing;

export default function NotFoundPage() {
  return null;
}
