import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDesk } from '#src/data/device/use-desk.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { DeskPanes } from '#src/ui/desk-panes.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { CertificateList, wholeView } from './certificate-list.tsx';

/** `/warranty-certificates`, and the list beside a certificate on a wide screen (spec 2 §2). */
export function CertificatesScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const desk = useDesk();
  const [view, setView] = useState(wholeView);
  const list = <CertificateList view={view} onViewChange={setView} selectedId={uuid} />;

  if (desk) {
    return (
      <DeskPanes title={t`Warranty certificates`} list={list} footer={<IssueOne />}>
        <Outlet />
      </DeskPanes>
    );
  }
  return uuid ? <Outlet /> : <ListPage>{list}</ListPage>;
}

/** The list alone, as a phone shows it. */
function ListPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  usePageTitle(t`Warranty certificates`);
  return (
    <Page title={t`Warranty certificates`} footer={<IssueOne />}>
      {children}
    </Page>
  );
}

function IssueOne() {
  return (
    <LinkButton
      fullWidth
      size="large"
      icon={<FilePlus2 />}
      {...linkTo(paths.warrantyCertificateCreate())}
    >
      <Trans>Issue a certificate</Trans>
    </LinkButton>
  );
}
