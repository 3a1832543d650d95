import { Trans, useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import type { ScanDocument } from '#schemas/scan.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { CampaignPart } from '#src/features/campaigns/exports.tsx';
import { RowPhoto } from '#src/features/scan/exports.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';
import { isCounted } from '../closing/closing-cards.tsx';
import type { MissedCampaign } from '../product-points.ts';
import { MissedCampaignText } from './missed-campaign-text.tsx';
import { RejectionSummary } from './rejection.tsx';

interface ProductRowProps {
  product: ScanDocument;
  missedCampaign: MissedCampaign | null;
  onOpen: () => void;
}

/**
 * One product. Screen readers also get the serial number, which distinguishes similar products; on screen it
 * appears only for rejected ones.
 */
export function ProductRow({ product, missedCampaign, onOpen }: ProductRowProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const productNames = useProductNames();
  const isRejected = product.state === 'refused';
  const serial = product.serial_number ?? t`No serial number`;
  return (
    <ListRow
      thumbnail={<RowPhoto scan={product} alt={t`Your photo`} />}
      title={productNames.name(product.type)}
      meta={
        <>
          <Facts facts={[`${product.type} ${product.size}`, productNames.size(product.size)]} />
          <span className={isRejected ? 'block tnum' : 'sr-only'}>{serial}</span>
          {product.refusal && (
            <span className="block text-bad">{errorMessage(product.refusal)}</span>
          )}
          {product.state === 'sent' && (
            <RejectionSummary product={product} hidesPoints={isCounted(product)} />
          )}
          {isCounted(product) && product.campaign && <CampaignPart {...product.campaign} />}
          {missedCampaign && (
            <span className="block">
              <MissedCampaignText missedCampaign={missedCampaign} />
            </span>
          )}
        </>
      }
      number={
        isCounted(product) && (
          <Points number={format.number(product.points)} label={format.points(product.points)} />
        )
      }
      trailing={<ProductState product={product} />}
      {...(isRejected && product.replaced_photo === null
        ? linkTo(paths.scanManual({ scan: product.uuid }))
        : { onPress: onOpen })}
    />
  );
}

function ProductState({ product }: { product: ScanDocument }) {
  const { t } = useLingui();
  if (product.state === 'refused') return <SyncMark state="refused" label={t`Not accepted`} />;
  if (product.state !== 'sent') return <SyncMark state="waiting" label={t`Not sent`} />;
  return <FlagBadge flag={product.flag} />;
}

function FlagBadge({ flag }: { flag: ScanDocument['flag'] }) {
  switch (flag) {
    case 'in_review':
      return (
        <Badge tone="info" icon={<Clock />}>
          <Trans>In review</Trans>
        </Badge>
      );
    case 'rejected':
      return (
        <Badge tone="bad">
          <Trans>Rejected</Trans>
        </Badge>
      );
    case 'valid':
      return (
        <Badge tone="good">
          <Trans>Valid</Trans>
        </Badge>
      );
    case null:
      return null;
  }
}
