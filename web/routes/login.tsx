import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { onlySignedOut } from '#web/lib/guard.ts';
import { signIn } from '#web/lib/session.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/login';

export const meta = ({ matches }: Route.MetaArgs) => [titleOf(matches, 'Login')];

export const clientMiddleware = [onlySignedOut];
export const clientLoader = () => null;

export default function Login() {
  const [problem, setProblem] = useState('');
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    try {
      await signIn(String(form.get('email')), String(form.get('password')));
      await navigate(parameters.get('from') ?? '/');
    } catch {
      setProblem("Email or password doesn't match");
    }
  };
  return (
    <form onSubmit={submit}>
      <input type="email" name="email" required autoComplete="username" aria-label="Email" />
      <input type="password" name="password" required autoComplete="current-password" aria-label="Password" />
      <p role="alert">{problem}</p>
      <button type="submit" className="btn btn-primary">
        Login
      </button>
      <Link to="/register">Register</Link>
    </form>
  );
}
