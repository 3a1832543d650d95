import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { Button } from '#src/ui/button.tsx';
import { ConfirmSheet } from '#src/ui/layout/confirm-sheet.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { ItemDetails } from './item-details.tsx';
import { unsentItem } from './queries.ts';
import { isSettled, type UnsentItem } from './unsent-item.ts';
import type { ItemState } from './use-item-states.ts';
import { useAvailableActions, type AvailableActions } from './use-available-actions.ts';

interface ItemSheetProps {
  /** The item when the sheet was opened. */
  item: UnsentItem;
  stateOf: (item: UnsentItem) => ItemState;
  onClose: () => void;
}

/** An unsent item: its state and actions. */
export function ItemSheet({ item: opened, stateOf, onClose }: ItemSheetProps) {
  const { t } = useLingui();
  const { kind, id } = opened;
  const live = useLiveQuery((account) => unsentItem(account, { kind, id }), [kind, id]);
  const item = live ?? opened;
  const isOver = live === null || isSettled(item);
  const state = stateOf(item);
  const actions = useAvailableActions()(item, state.reason);
  const { act, busy } = useAct(id, onClose);
  const [isAsking, setAsking] = useState(false);
  const { discard } = actions;

  if (isAsking && discard && !isOver) {
    return (
      <ConfirmSheet
        isOpen
        onOpenChange={() => setAsking(false)}
        title={discard.question}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep it`}
        tone="danger"
        busy={busy}
        onConfirm={() => act(discard.act, t`Discarded`)}
      >
        {discard.loss}
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
        isOver ? (
          <Button variant="secondary" fullWidth onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <ItemActions
            actions={actions}
            busy={busy}
            onAgain={(again) => act(again, t`It will be sent again`)}
            onDiscard={() => setAsking(true)}
          />
        )
      }
    >
      <div role="status" className="empty:hidden">
        {isOver && (
          <p>
            <Trans>There is nothing left to do: this has been sent or removed.</Trans>
          </p>
        )}
      </div>
      {!isOver && <ItemDetails item={item} state={state} />}
    </Sheet>
  );
}

interface ItemActionsProps {
  actions: AvailableActions;
  busy: boolean;
  onAgain: (again: () => Promise<void>) => void;
  onDiscard: () => void;
}

function ItemActions({
  actions: { open, again, discard },
  busy,
  onAgain,
  onDiscard,
}: ItemActionsProps) {
  return (
    <>
      <LinkButton fullWidth icon={<ArrowRight />} {...linkTo(open.link)}>
        {open.label}
      </LinkButton>
      {again && (
        <Button
          variant="secondary"
          fullWidth
          icon={<RotateCw />}
          busy={busy}
          onClick={() => onAgain(again)}
        >
          <Trans>Try again unchanged</Trans>
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
function useAct(subject: string, onDone: () => void) {
  const errorMessage = useErrorMessage();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>, done: string) => {
    setBusy(true);
    try {
      await work();
      showToast({ message: done, subject, timeoutMs: 5000 });
      onDone();
    } catch (error) {
      showToast({ tone: 'bad', subject, message: errorMessage(error) });
      setBusy(false);
    }
  };
  return { act: (work: () => Promise<void>, done: string) => void run(work, done), busy };
}
