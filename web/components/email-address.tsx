/** An address that breaks after its @ where there is too little room for all of it. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
