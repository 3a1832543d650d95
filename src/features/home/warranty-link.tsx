import { Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';

/** The way to the warranty certificates, for those who may issue them. */
export function WarrantyLink() {
  const maySee = useCanSee();
  const path = paths.warrantyCertificates();
  if (!maySee(path)) return null;
  return (
    <LinkButton variant="secondary" fullWidth icon={<ShieldCheck />} {...linkTo(path)}>
      <Trans>Warranty certificates</Trans>
    </LinkButton>
  );
}
