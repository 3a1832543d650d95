import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection, useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { confirmMany } from '../capture/confirmations.ts';
import { scansInState, scansOfProject } from '../queries.ts';
import { reviewScans, findBlockingReason } from './review.ts';
import { useLeadOfProject } from '#src/features/leads/queries.ts';
import { readLastProject } from '#src/features/projects/actions.ts';
import { newestProjects, projectById } from '#src/features/projects/queries.ts';
import { type ChosenProject, chooseProject } from './choose-project.ts';

/** Maximum number of captured scans reviewed and saved together. */
export const MAX_REVIEW_SCANS = 500;
export type Review = ReturnType<typeof useReview>;

/**
 * The captured scans, checked against the suggested project.
 * @param requestedId the project that the user started from
 * @returns `reviewedScans` is undefined while loading
 */
export function useReview(requestedId: string | undefined) {
  const scans = useLiveQuery((account) => scansInState(account, 'captured', MAX_REVIEW_SCANS), []);
  const chosenProject = useChosenProject(requestedId);
  const projectId = chosenProject?.project.uuid ?? 'none';
  const products = useLiveQuery((account) => scansOfProject(account, projectId), [projectId]);
  const questions = useSingleton('configuration')?.product_survey;
  useConfirmWithRegistry(scans);
  const reviewResult = useMemo(
    () => scans && products && reviewScans(scans, products, questions ?? []),
    [scans, products, questions],
  );
  const reviewedScans = chosenProject === undefined ? undefined : reviewResult;
  return {
    reviewedScans,
    chosenProject: chosenProject ?? null,
    questions: questions ?? [],
    blockingReason: reviewedScans
      ? findBlockingReason(reviewedScans, chosenProject?.project ?? null)
      : null,
  };
}

/**
 * Checks each new scan with the registry once, while online. Waits until pending removals have been sent, because
 * until then the server may still count a removed product in its project.
 */
function useConfirmWithRegistry(scans: readonly ScanDocument[] | undefined): void {
  const account = useAccount();
  const call = useCall();
  const online = useConnection() === 'online';
  const removals = useSyncStatus().unsent?.kinds.scan.removals;
  const checkedKeys = useRef(new Set<string>());
  const unmountController = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    unmountController.current = controller;
    return () => controller.abort();
  }, []);
  useEffect(() => {
    const signal = unmountController.current?.signal;
    const uncheckedScans = (scans ?? []).filter((scan) => !checkedKeys.current.has(keyOf(scan)));
    if (!online || !signal || uncheckedScans.length === 0) return;
    for (const scan of uncheckedScans) checkedKeys.current.add(keyOf(scan));
    const check = async () => {
      const { kinds } = await account.outbox.counts();
      if (kinds.scan.removals > 0) throw new Error('Removals must be sent first.');
      await confirmMany(call, account, uncheckedScans, signal);
    };
    // Retried when the device comes online or the removals are sent. The server validates the scans anyway.
    check().catch(() => uncheckedScans.forEach((scan) => checkedKeys.current.delete(keyOf(scan))));
  }, [scans, online, removals, call, account]);
}

/** Returns the key of a check. It changes when the scan is edited, so that the scan is checked again. */
function keyOf(scan: ScanDocument): string {
  return [scan.uuid, scan.serial_number, scan.type, scan.size, scan.variant].join(' ');
}

/**
 * Suggests a project for captured scans.
 * @param requestedId the project that the user started from
 * @returns undefined while loading, null if there is none
 */
function useChosenProject(requestedId: string | undefined): ChosenProject | null | undefined {
  const { user_id: userId } = useAccount().identity;
  const [lastProjectId] = useState(() => readLastProject(draftStorage, userId));
  const candidateId = requestedId ?? lastProjectId ?? '';
  const candidate = useLiveQuery((account) => projectById(account, candidateId), [candidateId]);
  // Two are enough to know if there is more than one.
  const openProjects = useLiveQuery((account) => newestProjects(account, 'open', 2), []);
  const suggestion = candidate ?? openProjects?.[0] ?? null;
  const lead = useLeadOfProject(suggestion?.lead ?? null);
  if (candidate === undefined || openProjects === undefined || lead === undefined) return undefined;
  return chooseProject({
    requestedProject: requestedId === undefined ? undefined : candidate,
    lastProject: candidate,
    isSuggestionCancelled: lead?.status === 'lost',
    openProjects,
  });
}
