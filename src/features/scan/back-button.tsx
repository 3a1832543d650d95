import { useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import type { AppLink } from '#src/app/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

/** Links to the parent screen, regardless of the previous screen. */
export function BackButton({ to }: { to: AppLink }) {
  const { t } = useLingui();
  return <IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(to)} />;
}
