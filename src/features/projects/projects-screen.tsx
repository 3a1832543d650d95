import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useParams, useSearch } from '@tanstack/react-router';
import { FolderPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { projectFilter } from '#schemas/project.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/page.tsx';
import { ProjectList, type ListView } from './project-list.tsx';
import { useDesk } from './use-desk.ts';

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
      <div className="mx-auto flex max-w-[calc(var(--container-page)+var(--rail-inline))] gap-4 ps-(--rail-inline)">
        <aside
          aria-label={t`Projects`}
          className="sticky top-(--app-header-block) flex h-[calc(100dvh-var(--app-header-block))] w-96 shrink-0 flex-col ps-gutter"
        >
          <h2 className="pt-5 pb-4 text-heading font-bold tracking-tight">
            <Trans>Projects</Trans>
          </h2>
          <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 pb-4">{list}</div>
          <div className="py-3">
            <AddProject />
          </div>
        </aside>
        <div className="min-w-0 flex-1 [--rail-inline:0px]">
          <Outlet />
        </div>
      </div>
    );
  }
  if (uuid) return <Outlet />;
  return <ListPage>{list}</ListPage>;
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
