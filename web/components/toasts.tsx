import { lazy, Suspense, useEffect, useState } from 'react';

const TOAST_MS = 5000;

const Toaster = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/** Shows a short message at the top right for five seconds; read out to who cannot see it. */
export async function toast(kind: 'success' | 'error' | 'info', message: string) {
  const { toast: show } = await import('sonner');
  show[kind](message);
}

/** Where toasts appear; loaded after the page stands. */
export function Toasts() {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  if (!isMounted) return null;
  return (
    <Suspense>
      <Toaster position="top-right" duration={TOAST_MS} richColors closeButton />
    </Suspense>
  );
}
