import { isFormer } from '#contract/former.ts';

/**
 * An address that breaks after its @ where there is too little room for all of it; nothing for a person who
 * has left, or has none.
 */
export function EmailAddress({ email }: { email: string | null }) {
  if (email === null || isFormer(email)) return null;
  const at = email.indexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
