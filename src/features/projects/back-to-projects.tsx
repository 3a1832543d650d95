import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

/** Back to the list; beside the list on a wide screen, closes the detail. */
export function BackToProjects() {
  const { t } = useLingui();
  return <IconButton label={t`All projects`} icon={<ArrowLeft />} {...linkTo(paths.projects())} />;
}
