import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { FolderPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { projectFilter } from '#schemas/project-status.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { DeskPanes } from '#src/ui/desk-panes.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { ProjectList, type ListView } from './project-list.tsx';
import { useDesk } from '#src/data/device/use-desk.ts';

/** `/projects`, and the list beside a project on a wide screen. */
export function ProjectsScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const desk = useDesk();
  const search = useSearch({ strict: false });
  const [view, setView] = useState<ListView>(() => ({
    text: '',
    filter: v.is(projectFilter, search.status) ? search.status : 'open',
    page: 1,
  }));
  const list = <ProjectList view={view} onViewChange={setView} selectedId={uuid} />;

  if (desk) {
    return (
      <DeskPanes title={t`Projects`} list={list} footer={<AddProject />}>
        <Outlet />
      </DeskPanes>
    );
  }
  return uuid ? <Outlet /> : <ListPage>{list}</ListPage>;
}

/** The list alone, as a phone shows it. */
function ListPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  usePageTitle(t`Projects`);
  return (
    <Page title={t`Projects`} footer={<AddProject />}>
      {children}
    </Page>
  );
}

function AddProject() {
  return (
    <LinkButton fullWidth size="large" icon={<FolderPlus />} {...linkTo(paths.projectAdd())}>
      <Trans>Add project</Trans>
    </LinkButton>
  );
}
