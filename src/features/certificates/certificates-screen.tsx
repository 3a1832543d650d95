import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { FilePlus2 } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { ListAndDetail } from '#src/features/_shared/listing/list-and-detail.tsx';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { paths } from '#src/app/paths.ts';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { CertificateList } from './certificate-list.tsx';
import { certificatesView } from './certificates-view.ts';

/** `/warranty-certificates`, and the list beside a certificate on a wide screen (spec 2 §2). */
export function CertificatesScreen() {
  const { t } = useLingui();
  const { uuid } = useParams({ strict: false });
  const list = useListSearch(certificatesView);
  return (
    <ListAndDetail
      title={t`Warranty certificates`}
      placeholder={
        <EmptyState drawing="empty-certificates" title={t`Choose a certificate`}>
          <Trans>What it covers and until when is shown here.</Trans>
        </EmptyState>
      }
      list={<CertificateList {...list} selectedId={uuid} />}
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
