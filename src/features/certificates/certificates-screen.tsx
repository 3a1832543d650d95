import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { linkTo } from '#src/link-to.tsx';
import { ListAndDetail } from '#src/features/listing/list-and-detail.tsx';
import { paths } from '#src/paths.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { CertificateList, wholeView } from './certificate-list.tsx';

/** `/warranty-certificates`, and the list beside a certificate on a wide screen (spec 2 §2). */
export function CertificatesScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const [view, setView] = useState(wholeView);
  return (
    <ListAndDetail
      title={t`Warranty certificates`}
      unchosen={
        <EmptyState drawing="empty-certificates" title={t`Choose a certificate`}>
          <Trans>What it covers and until when is shown here.</Trans>
        </EmptyState>
      }
      list={<CertificateList view={view} onViewChange={setView} selectedId={uuid} />}
      action={(isFooter) => (
        <LinkButton
          variant={isFooter ? 'primary' : 'secondary'}
          fullWidth={isFooter}
          size={isFooter ? 'large' : 'normal'}
          icon={<FilePlus2 />}
          {...linkTo(paths.warrantyCertificateCreate())}
        >
          <Trans>Issue a certificate</Trans>
        </LinkButton>
      )}
    />
  );
}
