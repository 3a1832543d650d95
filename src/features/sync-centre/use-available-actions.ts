import { useLingui } from '@lingui/react/macro';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { canRetry } from '#src/data/sync/lead-conflict.ts';
import { canSetDate } from '#src/features/_shared/dates/rejected-date.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { deletedProjectOf, leadRoute, replacedProjectOf } from '#src/features/leads/queries.ts';
import { isClosedByOthers, isClosingImpossible } from '#src/features/projects/queries.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import type { UnsentItem } from './unsent-item.ts';
import type { UnsentReason } from './unsent-reason.ts';

/** Actions for an unsent item. */
export interface AvailableActions {
  /** Link to the screen that shows or edits the item. */
  readonly open: { readonly link: AppLink; readonly label: string };
  /** Resends the item unchanged. Null if that wouldn't help. */
  readonly retry: (() => Promise<void>) | null;
  /** Discards the item. Null if that isn't possible. */
  readonly discard: DiscardAction | null;
}

interface DiscardAction {
  readonly question: string;
  /** Warning about lost data. */
  readonly consequence: string;
  /** Id of a project that is deleted with its photos and documents; null if none is. */
  readonly deletedProject?: string | null;
  /** Id of a project whose closing moves to the lead's project; null if none is. */
  readonly replacedProject?: string | null;
  readonly action: () => Promise<void>;
}

/** Returns a function that lists the actions for an unsent item (F05). */
export function useAvailableActions(): (
  item: UnsentItem,
  reason: UnsentReason,
) => AvailableActions {
  const scanActions = useScanActions();
  const leadActions = useLeadActions();
  const projectActions = useProjectActions();
  const chatActions = useChatActions();
  const attachmentActions = useAttachmentActions();
  return (item, reason) => {
    if (item.kind === 'scan') return scanActions(item);
    if (item.kind === 'chat') return chatActions(item, reason);
    if (item.kind === 'attachment') return attachmentActions(item);
    return item.kind === 'lead' ? leadActions(item, reason) : projectActions(item, reason);
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
  const photoActions = useNewPhotoActions();
  return (item) => {
    const { id, scan } = item;
    const { state, imageIdxDB, replaced_photo } = scan;
    if (replaced_photo !== null) return photoActions(item);
    return {
      open: { link: paths.scanManual({ scan: id }), label: openLabels[state] },
      retry: state === 'refused' ? () => scanCommands.retryScan(id) : null,
      discard: {
        question: t`Discard this product?`,
        consequence:
          imageIdxDB === null
            ? t`It will be deleted from this phone. It won’t be sent and won’t earn points.`
            : t`It will be deleted from this phone with its photo. It won’t be sent and won’t earn points.`,
        action: () => scanCommands.removeScan(id),
      },
    };
  };
}

/** Returns a function that lists the actions for a new photo of a product on the server. */
function useNewPhotoActions(): (item: ItemOf<'scan'>) => AvailableActions {
  const { t } = useLingui();
  const { scanCommands } = useAccount();
  return ({ id, scan: { state, projects_id } }) => ({
    open: { link: paths.project(projects_id, { product: id }), label: t`Open product` },
    retry: state === 'refused' ? () => scanCommands.retryScan(id) : null,
    discard: {
      question: t`Discard the new photo?`,
      consequence: t`It will be deleted from this phone, and the product keeps its earlier photo. If the new photo was already sent, it will reappear.`,
      action: () => scanCommands.discardNewPhoto(id),
    },
  });
}

function useLeadActions(): (item: ItemOf<'lead'>, reason: UnsentReason) => AvailableActions {
  const { t } = useLingui();
  const { leadCommands } = useAccount();
  const today = useToday();
  const question = t`Discard your change?`;
  const discardRejected = (lead: LeadDocument, hasProject: boolean): DiscardAction => ({
    question,
    deletedProject: deletedProjectOf(lead),
    replacedProject: replacedProjectOf(lead),
    consequence: hasProject
      ? t`Your change will be deleted from this phone. Products you scanned for it go into the lead’s project, or wait for you to choose another.`
      : t`Your change will be deleted from this phone. The lead won’t change.`,
    action: () => leadCommands.acceptRejection(lead.uuid),
  });
  const discardUnsent = (lead: LeadDocument, hasProject: boolean): DiscardAction => ({
    question,
    deletedProject: deletedProjectOf(lead),
    consequence: hasProject
      ? t`Your change and the project it created will be deleted from this phone. Products you scanned stay without a project. If the change was already sent, it will reappear.`
      : t`Your change will be deleted from this phone. If it was already sent, it will reappear.`,
    action: () => leadCommands.withdrawEdits(lead.uuid),
  });
  return ({ id, lead }, reason) => {
    const isRejected = lead.state === 'refused';
    const hasProject = lead.edits.some(({ project_id }) => project_id !== undefined);
    const canWithdraw = lead.before !== null && reason !== 'sending';
    return {
      open: { link: leadRoute(lead), label: isRejected ? t`Compare and decide` : t`Open lead` },
      retry: isRejected && canRetry(lead, today) ? () => leadCommands.retryLead(id) : null,
      discard: isRejected
        ? discardRejected(lead, hasProject)
        : canWithdraw
          ? discardUnsent(lead, hasProject)
          : null,
    };
  };
}

function useChatActions(): (item: ItemOf<'chat'>, reason: UnsentReason) => AvailableActions {
  const { t } = useLingui();
  const { chatCommands } = useAccount();
  const discardRejected = (id: string): DiscardAction => ({
    question: t`Discard messages that weren’t accepted?`,
    consequence: t`The messages that weren’t accepted will be deleted from this phone and won’t be sent.`,
    action: () => chatCommands.discardMessage(id),
  });
  const discardUnsent = (id: string): DiscardAction => ({
    question: t`Discard unsent messages?`,
    consequence: t`Unsent messages in this conversation will be deleted from this phone. Any that were already sent will reappear.`,
    action: () => chatCommands.withdrawMessages(id),
  });
  return ({ id, chat }, reason) => {
    const hasRejectedMessage = chat.unsent.some(({ refusal }) => refusal !== null);
    return {
      open: { link: paths.supportChat(id), label: t`Open conversation` },
      retry: hasRejectedMessage ? () => chatCommands.retryMessage(id) : null,
      discard: hasRejectedMessage
        ? discardRejected(id)
        : reason === 'sending'
          ? null
          : discardUnsent(id),
    };
  };
}

function useAttachmentActions(): (item: ItemOf<'attachment'>) => AvailableActions {
  const { t } = useLingui();
  const { attachments } = useAccount();
  return ({ id, attachment: { state, project_id } }) => ({
    open: { link: paths.project(project_id), label: t`Open project` },
    retry: state === 'refused' ? () => attachments.retry(id) : null,
    discard: {
      question: t`Discard this photo or document?`,
      consequence: t`It will be deleted from this phone and won’t be sent.`,
      action: () => attachments.remove(id),
    },
  });
}

function useProjectActions(): (item: ItemOf<'project'>, reason: UnsentReason) => AvailableActions {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  const closingActions = useClosingActions();
  const dateActions = useDateActions();
  const discardProject = (id: string): DiscardAction => ({
    question: t`Discard this project?`,
    deletedProject: id,
    consequence: t`The project will be deleted from this phone and won’t be sent. Its products stay without a project. If it was already sent, it will reappear.`,
    action: () => projectCommands.discardProject(id),
  });
  const discardChange = (id: string): DiscardAction => ({
    question: t`Discard your change?`,
    consequence: t`Your change will be deleted from this phone. The project won’t change.`,
    action: () => projectCommands.withdrawCorrection(id),
  });
  return (item, reason) => {
    const { id, project } = item;
    if (isClosedByOthers(project))
      return {
        open: { link: paths.project(id), label: t`Open project` },
        retry: null,
        discard: discardChange(id),
      };
    if (!project.unbegun) return isAboutDate(project) ? dateActions(project) : closingActions(item);
    const isRejected = project.state === 'refused';
    return {
      open: { link: paths.project(id), label: t`Open project` },
      retry: isRejected ? () => projectCommands.retryProject(id) : null,
      discard: reason === 'sending' || project.received ? null : discardProject(id),
    };
  };
}

/**
 * Returns true if the actions are about the installation date. A new date is sent before the closing, unless the date
 * was rejected.
 */
function isAboutDate({ date_edit, date_refusal, closing }: ProjectDocument): boolean {
  return date_edit !== null && (closing === null || date_refusal === null);
}

function useDateActions(): (project: ProjectDocument) => AvailableActions {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  return (project) => {
    const { uuid: id, state, date_edit, date_refusal } = project;
    const canRetryDate = state === 'refused' && canSetDate(project);
    return {
      open: { link: paths.project(id), label: t`Open project` },
      retry: canRetryDate
        ? () => projectCommands.setProjectDate(id, date_edit?.date ?? null)
        : null,
      discard: {
        question: t`Discard the new date?`,
        consequence:
          date_refusal?.code === 'project_not_found'
            ? t`It will be deleted from this phone with the project, which no longer exists.`
            : t`It will be deleted from this phone, and the project keeps its earlier date. If the new date was already sent, it will reappear.`,
        action: () => projectCommands.withdrawDate(id),
      },
    };
  };
}

function useClosingActions(): (item: ItemOf<'project'>) => AvailableActions {
  const { t } = useLingui();
  const { projectCommands } = useAccount();
  const discardTexts = (project: ProjectDocument) => {
    if (!isClosingImpossible(project))
      return {
        question: t`Cancel closing this project?`,
        consequence: t`Your answers will be deleted from this phone. The project stays open.`,
      };
    return {
      question: t`Discard your change?`,
      consequence:
        project.refusal?.code === 'project_not_found'
          ? t`It will be deleted from this phone with the project, which no longer exists.`
          : t`Your change will be deleted from this phone. The project won’t change.`,
    };
  };
  return ({ id, project }) => {
    const { state, closing } = project;
    const canRetryClosing = state === 'refused' && !isClosingImpossible(project);
    return {
      open: { link: paths.project(id), label: t`Open project` },
      retry:
        canRetryClosing && closing
          ? () => projectCommands.closeProject(id, closing.response)
          : null,
      discard:
        closing?.released === false
          ? { ...discardTexts(project), action: () => projectCommands.cancelClosing(id) }
          : null,
    };
  };
}
