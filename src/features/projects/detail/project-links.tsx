import { Trans } from '@lingui/react/macro';
import { FileBadge, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';

interface Link {
  path: string;
  icon: ReactNode;
  title: ReactNode;
}

/**
 * Links from a project that the person may open: its warranty certificate once completed, and the
 * support chat (spec 1 §2).
 */
export function ProjectLinks({ project }: { project: ProjectDocument }) {
  const maySee = useCanSee();
  const links = [...certificateOf(project), supportAbout(project)].filter(({ path }) =>
    maySee(path),
  );
  if (links.length === 0) return null;
  return (
    <List>
      {links.map(({ path, icon, title }) => (
        <ListRow key={path} icon={icon} title={title} {...linkTo(path)} />
      ))}
    </List>
  );
}

function certificateOf({ uuid, status, warranty_certificate_uuid: made }: ProjectDocument): Link[] {
  if (status.id !== projectStatus.closed) return [];
  const icon = <FileBadge />;
  return made === null
    ? [
        {
          path: paths.warrantyCertificateCreate({ project: uuid }),
          icon,
          title: <Trans>Create a warranty certificate</Trans>,
        },
      ]
    : [{ path: paths.warrantyCertificate(made), icon, title: <Trans>Warranty certificate</Trans> }];
}

function supportAbout({ uuid }: ProjectDocument): Link {
  return {
    path: paths.supportChatNew({ project: uuid }),
    icon: <MessageCircle />,
    title: <Trans>Ask support about this project</Trans>,
  };
}
