import { Outlet } from 'react-router';
import { SiteHeader } from './site-header.tsx';

export default function Site() {
  return (
    <>
      <SiteHeader />
      <main id="content">
        <Outlet />
      </main>
    </>
  );
}
