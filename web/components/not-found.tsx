import { Link } from 'react-router';

export function NotFound() {
  return (
    <div className="mx-auto max-w-lg px-6 py-24 text-center">
      <p className="font-display text-7xl text-primary" aria-hidden="true">
        404
      </p>
      <h1 className="mt-4 text-2xl">The page you are looking for could not be found.</h1>
      <Link to="/" className="btn btn-primary mt-8">
        Back to Home
      </Link>
    </div>
  );
}
