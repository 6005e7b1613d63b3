/** A telephone number to call, as it was written; nothing where there is none. */
export const Phone = ({ phone }: { phone: string | null | undefined }) =>
  phone && (
    <a
      className="link inline-block min-h-6 whitespace-nowrap text-quiet text-sm"
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
    >
      {phone}
    </a>
  );
