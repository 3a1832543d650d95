import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { returnCalls, type ScannedProductDetails } from '#schemas/operator/return-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { rejectionReasonText } from '#console/parts/rejection-reason-text.ts';
import { searchText } from '#console/parts/url-state.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { ProductState } from './product-state.tsx';

interface ScannedProductPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** A scanned product with its points, and the action to take it back. */
export function ScannedProductPanel({ id, onClose }: ScannedProductPanelProps) {
  const { t } = useLingui();
  const query = useOperatorQuery(
    returnCalls.readScannedProduct,
    { params: { id } },
    { fresh: 'queue' },
  );
  const { serial_number: serial = null } = query.data ?? {};
  return (
    <SideSheet
      isOpen
      onClose={onClose}
      title={serial === null ? t`Scanned product` : t`Product ${serial}`}
    >
      <RecordQuery label={t`Loading the product`} query={query}>
        {(product) => <ProductDetails product={product} />}
      </RecordQuery>
    </SideSheet>
  );
}

const linkClass = 'font-semibold text-info underline';

function ProductDetails({ product }: { product: ScannedProductDetails }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const { company, project, rejection, returned_at: returnedAt } = product;
  const { points, level_points: level, campaign_points: campaignPoints } = product;
  const ownPoints = points - level - campaignPoints;
  const campaign = product.campaign === null ? '' : textInLanguage(product.campaign, i18n.locale);
  const link = (href: string, text: ReactNode) => (
    <ConsoleLink href={href} className={linkClass}>
      {text}
    </ConsoleLink>
  );
  const ledgerSearch = searchText({ region: String(product.region), company: company.id });
  return (
    <>
      <DetailList
        items={[
          { term: t`Status`, detail: <ProductState state={product.state} /> },
          { term: t`Product`, detail: `${product.type} ${product.size} ${product.variant}` },
          {
            term: t`Company`,
            detail: hasRight(session, 'companies.read')
              ? link(`/companies/${company.id}?tab=points`, company.name)
              : company.name,
          },
          { term: t`Country`, detail: countryText(i18n, product.region) },
          {
            term: t`Project`,
            detail: link(`/scanned-products?project=${project}`, t`All products in the project`),
          },
          { term: t`Received at`, detail: timeText(i18n, product.at) },
          ...(returnedAt === null
            ? []
            : [{ term: t`Taken back at`, detail: timeText(i18n, returnedAt) }]),
          ...(rejection === null || product.state === 'returned'
            ? []
            : [{ term: t`Reason`, detail: rejectionReasonText(i18n, rejection) }]),
          ...(rejection === null || rejection.note === null
            ? []
            : [{ term: t`Note to the installer`, detail: rejection.note }]),
          { term: t`Product points`, detail: i18n.number(ownPoints) },
          { term: t`Level points`, detail: i18n.number(level) },
          {
            term: campaign === '' ? t`Campaign points` : t`Points from “${campaign}”`,
            detail: i18n.number(campaignPoints),
          },
          {
            term: t`Total points`,
            detail: <strong className="tnum">{i18n.number(points)}</strong>,
          },
          {
            term: t`Ledger`,
            detail: link(`/ledger?${ledgerSearch}`, t`Company’s points`),
          },
        ]}
      />
      {regionsWithRight(session, 'points.correct').includes(product.region) && (
        <ReturnAction product={product} />
      )}
    </>
  );
}

/** The possible action, or the reason why there is none. */
function ReturnAction({ product }: { product: ScannedProductDetails }) {
  // The dialog keeps the action for which it was opened. Another operator's change must not turn it into a dialog for
  // the opposite action.
  const [openedDialog, setOpenedDialog] = useState<ScannedProductDetails['act']>(null);
  const { act: action } = product;
  return (
    <div>
      {action === null ? (
        <p className="text-small text-ink-soft">
          <Trans>This can be changed once the project is closed.</Trans>
        </p>
      ) : (
        <ActionButton variant="secondary" onClick={() => setOpenedDialog(action)}>
          {action === 'take_back' ? (
            <Trans>Take back</Trans>
          ) : product.state === 'returned' ? (
            <Trans>Count again</Trans>
          ) : (
            <Trans>Accept after all</Trans>
          )}
        </ActionButton>
      )}
      {openedDialog !== null && (
        <ReturnDialog
          product={product}
          action={openedDialog}
          onClose={() => setOpenedDialog(null)}
        />
      )}
    </div>
  );
}
