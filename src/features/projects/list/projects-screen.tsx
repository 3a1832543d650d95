import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FolderPlus } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { ListAndDetail } from '#src/features/_shared/listing/list-and-detail.tsx';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { ProjectList, projectsView } from './project-list.tsx';

/** `/projects`, and the list next to a project on a wide screen. */
export function ProjectsScreen() {
  const { t } = useLingui();
  const uuid = useParams({ from: '/signed-in/projects/$uuid', shouldThrow: false })?.uuid;
  const listSearch = useListSearch('/projects', projectsView);
  return (
    <ListAndDetail
      title={t`Projects`}
      openId={uuid}
      placeholder={
        <EmptyState
          drawing="empty-projects"
          title={t({ context: 'hint', message: 'Choose a project' })}
        >
          <Trans>Its products, points and remaining days appear here.</Trans>
        </EmptyState>
      }
      list={<ProjectList {...listSearch} selectedId={uuid} />}
      action={(isFooter) => (
        <LinkButton
          variant={isFooter ? 'primary' : 'secondary'}
          fullWidth={isFooter}
          size={isFooter ? 'large' : 'normal'}
          icon={<FolderPlus />}
          {...linkTo(paths.projectAdd())}
        >
          <Trans>New project</Trans>
        </LinkButton>
      )}
    />
  );
}
