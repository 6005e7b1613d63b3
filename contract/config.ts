/** What a client must know; public at `GET /config.json` and inlined in every page. */
export type ClientConfig = {
  schoolName: string;
  /** The school's own address, without a slash at its end. */
  origin: string;
  /** ISO 4217, lower case, as Stripe writes it. */
  currency: string;
  /** A flat fee in currency units, or `class`: the class's own price. */
  enrolmentPrice: number | 'class';
  /** How long after enrolling a student may cancel; 0 for never. */
  cancelUntilHours: number;
  identity: {
    apiKey: string;
    projectId: string;
    /** What stands before `/identitytoolkit.googleapis.com/…`; absent where the hosted service is used. */
    baseUrl?: string;
    authDomain?: string;
    /** Social sign-in the login page offers. */
    providers: ('google.com' | 'github.com')[];
  };
  /** `baseUrl` is what stands before `/v1/…`; absent where Stripe itself is used. */
  cards: { publishableKey: string; baseUrl?: string };
  /** Ready to POST to, key included. */
  images: { uploadUrl: string };
};
