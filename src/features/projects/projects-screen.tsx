import { Trans, useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { projectFilter } from '#schemas/project-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { ListAndDetail } from '#src/features/listing/list-and-detail.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ProjectList, type ListView } from './project-list.tsx';

/** `/projects`, and the list beside a project on a wide screen. */
export function ProjectsScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const [view, setView] = useState<ListView>(() => ({
    text: '',
    filter: v.is(projectFilter, search.status) ? search.status : 'open',
    page: 1,
    sorting: null,
  }));
  return (
    <ListAndDetail
      title={t`Projects`}
      unchosen={
        <EmptyState
          drawing="empty-projects"
          title={t({ context: 'hint', message: 'Choose a project' })}
        >
          <Trans>Its products, points and days left are shown here.</Trans>
        </EmptyState>
      }
      list={<ProjectList view={view} onViewChange={setView} selectedId={uuid} />}
      action={(isFooter) => (
        <LinkButton
          variant={isFooter ? 'primary' : 'secondary'}
          fullWidth={isFooter}
          size={isFooter ? 'large' : 'normal'}
          icon={<FolderPlus />}
          {...linkTo(paths.projectAdd())}
        >
          <Trans>Add project</Trans>
        </LinkButton>
      )}
    />
  );
}
