import { Link, NavLink } from 'react-router';
import { signOut, useSession } from '#web/lib/session.ts';

const DASHBOARD = { admin: '/admin', instructor: '/instructor', student: '/student' };

export function SiteHeader() {
  const session = useSession();
  return (
    <header className="navbar bg-base-100 px-4">
      <Link to="/" className="font-display text-xl">
        Cadenza
      </Link>
      <nav className="ml-auto flex gap-4">
        <NavLink to="/classes">Classes</NavLink>
        {session.state === 'signed-in' ? (
          <>
            <NavLink to={DASHBOARD[session.user.role]}>Dashboard</NavLink>
            <span title={session.user.name}>{session.user.name}</span>
            <button type="button" onClick={() => signOut()}>
              Sign Out
            </button>
          </>
        ) : (
          <>
            <NavLink to="/login">Sign in</NavLink>
            <NavLink to="/register">Sign up</NavLink>
          </>
        )}
      </nav>
    </header>
  );
}
