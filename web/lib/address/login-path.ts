/** The sign-in page that leads back to `path`. */
export const loginPath = (path: string) => `/login?from=${encodeURIComponent(path)}`;
