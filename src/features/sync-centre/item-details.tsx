import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { EarlierScan } from '#src/features/scan/actions.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import type { UnsentItem } from './unsent-item.ts';
import { toneOf, needsPerson, type UnsentReason } from './unsent-reason.ts';
import type { ItemState } from './use-item-states.ts';

interface ItemDetailsProps {
  item: UnsentItem;
  state: ItemState;
}

/** State, attempts and next step of an unsent item. */
export function ItemDetails({ item, state }: ItemDetailsProps) {
  const { reason, label, refusal, attempts } = state;
  const project = useProjectAddress(item.kind === 'scan' ? item.scan.projects_id : undefined);
  const earlier = item.kind === 'scan' ? item.scan.refusal?.earlier : undefined;
  // The state already says that the device is offline.
  const failure = refusal !== null || reason === 'offline' ? null : attempts.failure;
  const items = [
    { term: <Trans>State</Trans>, detail: <SyncMark state={toneOf(reason)} label={label} /> },
    { term: <Trans>Project</Trans>, detail: project },
    { term: <Trans>Last try</Trans>, detail: attempts.last ?? <Trans>Not tried yet</Trans> },
    { term: <Trans>Why it failed</Trans>, detail: failure },
    { term: <Trans>Next try</Trans>, detail: needsPerson(reason) ? null : attempts.next },
  ];
  return (
    <>
      {refusal !== null && (
        <Banner tone="bad">
          {refusal}
          {earlier && <EarlierScan scan={earlier} />}
        </Banner>
      )}
      {refusal === null && <Hint reason={reason} />}
      <DetailList items={items.filter(({ detail }) => detail !== null)} />
    </>
  );
}

/** Advice for the person, if the state doesn't say it. */
function Hint({ reason }: { reason: UnsentReason }) {
  const label = hints[reason];
  return label ? <p className="text-ink-soft">{label}</p> : null;
}

const hints: Partial<Record<UnsentReason, ReactNode>> = {
  choose_project: <Trans>Save it to a project, and it will be sent.</Trans>,
  invalid: <Trans>The registry does not know this product. Fix or discard it.</Trans>,
  refused_products: (
    <Trans>The project closes once its refused products are fixed or discarded.</Trans>
  ),
  refused_project: (
    <Trans>Correct its project and send that again, or move the product to another project.</Trans>
  ),
  project: <Trans>It is sent as soon as the server has its project.</Trans>,
  products: <Trans>The project closes when all of its products have been sent.</Trans>,
  lead: <Trans>The project closes when its lead has been sent.</Trans>,
  sign_in: <Trans>Sign in again to send it. It stays saved on this phone.</Trans>,
  offline: <Trans>It is saved on this phone and goes out by itself when you are online.</Trans>,
};
