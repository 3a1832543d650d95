import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { hasDateConflict } from '#src/features/_shared/dates/rejected-date.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useProjectAddress } from '#src/features/projects/queries.ts';
import { EarlierScan } from '#src/features/scan/exports.tsx';
import { DeletedWithProject } from '#src/features/_shared/editing/deleted-with-project.tsx';
import { MovedWithProject } from '#src/features/_shared/editing/moved-with-project.tsx';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { ConfirmSheet, Sheet } from '#src/ui/layout/sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { unsentItem } from './queries.ts';
import { isOnServer, type UnsentItem } from './unsent-item.ts';
import { toneOf, needsAttention, type UnsentReason } from './unsent-reason.ts';
import { useAvailableActions, type AvailableActions } from './use-available-actions.ts';
import type { ItemState } from './use-item-states.tsx';

interface ItemSheetProps {
  /** The item as it was when the sheet opened. */
  item: UnsentItem;
  stateOf: (item: UnsentItem) => ItemState;
  onClose: () => void;
}

/** An unsent item: its state and actions. */
export function ItemSheet({ item: openedItem, stateOf, onClose }: ItemSheetProps) {
  const { t } = useLingui();
  const { kind, id } = openedItem;
  const currentItem = useLiveQuery((account) => unsentItem(account, { kind, id }), [kind, id]);
  const item = currentItem ?? openedItem;
  const isResolved = currentItem === null || isOnServer(item);
  const state = stateOf(item);
  const actions = useAvailableActions()(item, state.reason);
  const { runAction, busy } = useAction(id, onClose);
  const [isConfirming, setIsConfirming] = useState(false);
  const { discard } = actions;

  if (isConfirming && discard && !isResolved) {
    return (
      <ConfirmSheet
        isOpen
        onOpenChange={() => setIsConfirming(false)}
        title={discard.question}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep it`}
        tone="danger"
        busy={busy}
        onConfirm={() => runAction(discard.action, t`Discarded`)}
      >
        {discard.consequence}{' '}
        {discard.deletedProject && <DeletedWithProject projectId={discard.deletedProject} />}
        {discard.replacedProject && <MovedWithProject projectId={discard.replacedProject} />}
      </ConfirmSheet>
    );
  }
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={state.title}
      description={state.meta}
      closeLabel={t`Close`}
      footer={
        isResolved ? (
          <Button variant="secondary" fullWidth onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <ItemActions
            actions={actions}
            busy={busy}
            onRetry={(retry) => runAction(retry, t`It will be sent again`)}
            onDiscard={() => setIsConfirming(true)}
          />
        )
      }
    >
      <div role="status" className="empty:hidden">
        {isResolved && (
          <p>
            <Trans>Nothing left to do: this has been sent or removed.</Trans>
          </p>
        )}
      </div>
      {!isResolved && <ItemDetails item={item} state={state} />}
    </Sheet>
  );
}

interface ItemActionsProps {
  actions: AvailableActions;
  busy: boolean;
  onRetry: (retry: () => Promise<void>) => void;
  onDiscard: () => void;
}

function ItemActions({
  actions: { open, retry, discard },
  busy,
  onRetry,
  onDiscard,
}: ItemActionsProps) {
  return (
    <>
      <LinkButton fullWidth icon={<ArrowRight />} {...linkTo(open.link)}>
        {open.label}
      </LinkButton>
      {retry && (
        <Button
          variant="secondary"
          fullWidth
          icon={<RotateCw />}
          busy={busy}
          onClick={() => onRetry(retry)}
        >
          <Trans>Try again without changes</Trans>
        </Button>
      )}
      {discard && (
        <Button variant="quiet" fullWidth icon={<Trash2 />} onClick={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      )}
    </>
  );
}

/** Runs an action; shows a toast on failure. */
function useAction(subject: string, onDone: () => void) {
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const run = async (action: () => Promise<void>, doneText: string) => {
    setBusy(true);
    try {
      await action();
      showToast({ message: doneText, subject, timeoutMs: 5000 });
      onDone();
    } catch (error) {
      showToast({ tone: 'bad', subject, message: errorMessage(error) });
      setBusy(false);
    }
  };
  return {
    runAction: (action: () => Promise<void>, doneText: string) => void run(action, doneText),
    busy,
  };
}

interface ItemDetailsProps {
  item: UnsentItem;
  state: ItemState;
}

function projectIdOf(item: UnsentItem): string | undefined {
  if (item.kind === 'attachment') return item.attachment.project_id;
  return item.kind === 'scan' ? item.scan.projects_id : undefined;
}

/** State, attempts and next step of an unsent item. */
function ItemDetails({ item, state }: ItemDetailsProps) {
  const { reason, label, refusal, attempts } = state;
  const project = useProjectAddress(projectIdOf(item));
  const earlierScan = item.kind === 'scan' ? item.scan.refusal?.earlier : undefined;
  // The status already shows that the device is offline.
  const failure = refusal !== null || reason === 'offline' ? null : attempts.failure;
  const items = [
    { term: <Trans>Status</Trans>, detail: <SyncMark state={toneOf(reason)} label={label} /> },
    { term: <Trans>Project</Trans>, detail: project },
    // A rejected item may have been rejected on this phone, before any attempt.
    {
      term: <Trans>Last attempt</Trans>,
      detail: attempts.lastAttempt ?? (refusal === null ? <Trans>Not tried yet</Trans> : null),
    },
    { term: <Trans>Why it failed</Trans>, detail: failure },
    {
      term: <Trans>Next attempt</Trans>,
      detail: needsAttention(reason) ? null : attempts.nextAttempt,
    },
  ];
  return (
    <>
      {refusal !== null && (
        <Banner tone="bad">
          {refusal}
          {earlierScan && <EarlierScan scan={earlierScan} />}
        </Banner>
      )}
      {item.kind === 'project' && <RejectedDate project={item.project} />}
      {refusal === null && <Hint reason={reason} />}
      <DetailList items={items.filter(({ detail }) => detail !== null)} />
    </>
  );
}

/** The rejected date of a project that is being closed. */
function RejectedDate({ project }: { project: ProjectDocument }) {
  const errorMessage = useErrorMessage();
  if (project.closing === null || project.date_refusal === null) return null;
  return (
    <Banner tone="bad" title={<Trans>The installation date wasn’t accepted</Trans>}>
      {hasDateConflict(project) ? (
        <Trans>Someone else has changed the installation date</Trans>
      ) : (
        errorMessage(project.date_refusal)
      )}
    </Banner>
  );
}

/** Advice that the state's label doesn't already give. */
function Hint({ reason }: { reason: UnsentReason }) {
  const label = hints[reason];
  return label ? <p className="text-ink-soft">{label}</p> : null;
}

const hints: Partial<Record<UnsentReason, ReactNode>> = {
  choose_project: <Trans>Save it to a project, and it will be sent.</Trans>,
  invalid: <Trans>We don’t know this product. Fix it or discard it.</Trans>,
  refused_products: (
    <Trans>
      The project will close once you fix or discard the products that weren’t accepted.
    </Trans>
  ),
  refused_project: (
    <Trans>Fix its project and send it again, or move the product to another project.</Trans>
  ),
  project: <Trans>It will be sent right after its project.</Trans>,
  products: <Trans>The project will close when all its products have been sent.</Trans>,
  lead: <Trans>The project will close when its lead has been sent.</Trans>,
  sign_in: <Trans>Sign in again to send it. It stays saved on this phone.</Trans>,
  offline: (
    <Trans>It’s saved on this phone and will be sent automatically when you’re online.</Trans>
  ),
};
