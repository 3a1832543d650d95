import { useLingui } from '@lingui/react/macro';
import { useAccount } from '#src/data/account/account-context.tsx';
import { canRetry } from '#src/data/sync/lead-conflict.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { leadRoute } from '#src/features/leads/queries.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import type { UnsentItem } from './unsent-item.ts';
import type { UnsentReason } from './unsent-reason.ts';

/** Actions for an unsent item. */
export interface AvailableActions {
  /** The screen that shows or edits it. */
  readonly open: { readonly link: AppLink; readonly label: string };
  /** Resends it unchanged; null if pointless. */
  readonly again: (() => Promise<void>) | null;
  /** Discards it; null if not possible. */
  readonly discard: Discarding | null;
}

interface Discarding {
  readonly question: string;
  /** Warning about lost data. */
  readonly loss: string;
  readonly act: () => Promise<void>;
}

/** Returns the actions for an unsent item (F05). */
export function useAvailableActions(): (
  item: UnsentItem,
  reason: UnsentReason,
) => AvailableActions {
  const ofScan = useScanActions();
  const ofLead = useLeadActions();
  const ofProject = useProjectActions();
  const ofChat = useChatActions();
  return (item, reason) => {
    if (item.kind === 'scan') return ofScan(item);
    if (item.kind === 'chat') return ofChat(item, reason);
    return item.kind === 'lead' ? ofLead(item, reason) : ofProject(item, reason);
  };
}

type ItemOf<Kind> = Extract<UnsentItem, { kind: Kind }>;

function useScanActions(): (item: ItemOf<'scan'>) => AvailableActions {
  const { t } = useLingui();
  const { scanCommands } = useAccount();
  const openLabels = {
    refused: t`Fix it`,
    captured: t`Open it`,
    waiting: t`Change it`,
    sent: t`Open it`,
  };
  return ({ id, scan: { state, imageIdxDB } }) => ({
    open: { link: paths.scanManual({ scan: id }), label: openLabels[state] },
    again: state === 'refused' ? () => scanCommands.retryScan(id) : null,
    discard: {
      question: t`Discard this product?`,
      loss:
        imageIdxDB === null
          ? t`It is deleted from this phone, is not sent and brings no points.`
          : t`It is deleted from this phone with its photo, is not sent and brings no points.`,
      act: () => scanCommands.removeScan(id),
    },
  });
}

function useLeadActions(): (item: ItemOf<'lead'>, reason: UnsentReason) => AvailableActions {
  const { t } = useLingui();
  const { leadCommands } = useAccount();
  const today = useToday();
  const question = t`Discard your change?`;
  const refused = (id: string, hasProject: boolean): Discarding => ({
    question,
    loss: hasProject
      ? t`What you changed is deleted from this phone. Products that you scanned for it go to the project that the lead has, else they wait for another one.`
      : t`What you changed is deleted from this phone. The lead stays as it is now.`,
    act: () => leadCommands.acceptRejection(id),
  });
  const waiting = (id: string, hasProject: boolean): Discarding => ({
    question,
    loss: hasProject
      ? t`What you changed is deleted from this phone, with the project that it made. Products that you scanned for it wait for another one. If the server has received the change already, it comes back.`
      : t`What you changed is deleted from this phone. If the server has received it already, it comes back.`,
    act: () => leadCommands.withdrawEdits(id),
  });
  return ({ id, lead }, reason) => {
    const isRefused = lead.state === 'refused';
    const hasProject = lead.edits.some(({ project_id }) => project_id !== undefined);
    const mayWithdraw = lead.before !== null && reason !== 'sending';
    return {
      open: { link: leadRoute(lead), label: isRefused ? t`Compare and decide` : t`Open the lead` },
      again: isRefused && canRetry(lead, today) ? () => leadCommands.retryLead(id) : null,
      discard: isRefused ? refused(id, hasProject) : mayWithdraw ? waiting(id, hasProject) : null,
    };
  };
}

function useChatActions(): (item: ItemOf<'chat'>, reason: UnsentReason) => AvailableActions {
  const { t } = useLingui();
  const { chatCommands } = useAccount();
  const refused = (id: string): Discarding => ({
    question: t`Discard what was refused?`,
    loss: t`The refused messages of this conversation are deleted from this phone and are not sent.`,
    act: () => chatCommands.discardMessage(id),
  });
  const waiting = (id: string): Discarding => ({
    question: t`Discard what waits?`,
    loss: t`The waiting messages of this conversation are deleted from this phone. If the server has received one already, it comes back.`,
    act: () => chatCommands.withdrawMessages(id),
  });
  return ({ id, chat }, reason) => {
    const hasRefused = chat.unsent.some(({ refusal }) => refusal !== null);
    return {
      open: { link: paths.supportChat(id), label: t`Open the conversation` },
      again: hasRefused ? () => chatCommands.retryMessage(id) : null,
      discard: hasRefused ? refused(id) : reason === 'sending' ? null : waiting(id),
    };
  };
}

function useProjectActions(): (item: ItemOf<'project'>, reason: UnsentReason) => AvailableActions {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  const ofClosing = useClosingActions();
  const discarding = (id: string): Discarding => ({
    question: t`Discard this project?`,
    loss: t`It is deleted from this phone and is not sent. Products that you scanned for it stay and wait for another one. If the server has received it already, it comes back.`,
    act: () => projectCommands.discardProject(id),
  });
  return (item, reason) => {
    const { id, project } = item;
    if (!project.unbegun) return ofClosing(item);
    const isRefused = project.state === 'refused';
    return {
      open: { link: paths.project(id), label: t`Open the project` },
      again: isRefused ? () => projectCommands.retryProject(id) : null,
      discard: reason === 'sending' || project.received ? null : discarding(id),
    };
  };
}

function useClosingActions(): (item: ItemOf<'project'>) => AvailableActions {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  return ({ id, project: { state, closing } }) => ({
    open: { link: paths.project(id), label: t`Open the project` },
    again:
      state === 'refused' && closing
        ? () => projectCommands.closeProject(id, closing.response)
        : null,
    discard:
      closing?.released === false
        ? {
            question: t`Discard this closing?`,
            loss: t`Your answers are deleted from this phone. The project stays open.`,
            act: () => projectCommands.cancelClosing(id),
          }
        : null,
  });
}
