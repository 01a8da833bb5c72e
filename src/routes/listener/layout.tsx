import { Outlet } from 'react-router';
import { AddHost } from '#features/projects/components/add-host.tsx';
import { Railed } from '#features/site/components/railed.tsx';
import { SideRail } from '#features/site/components/side-rail.tsx';
import { useRootData } from '#routes/root-data.ts';
import { SiteHeader } from '#routes/site-header.tsx';
import { PendingPage } from './parts/pending-page.tsx';

export default function ListenerLayout() {
  const { viewer } = useRootData();
  return (
    <Railed header={<SiteHeader />} rail={viewer ? <SideRail owner={viewer.userId} /> : null}>
      <Outlet />
      <PendingPage />
      {viewer ? <AddHost /> : null}
    </Railed>
  );
}
