import { useEffect, useMemo, useRef } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { projectById } from '#src/features/projects/queries.ts';
import { confirmMany } from '../product/confirmations.ts';
import { scansInState, scansOfProject } from '../queries.ts';
import { reviewScans, blockingReasonOf } from './review.ts';

/** So many captured scans are reviewed and saved together; more wait for the next round. */
export const REVIEW_MAX = 500;
/** A project's products that are compared; no real project has near as many. */
const PRODUCTS_MAX = 2000;

/** The captured scans judged against the chosen project; everything undefined while it is loading. */
export function useReview(projectId: string | undefined) {
  const scans = useLiveQuery((account) => scansInState(account, 'captured', REVIEW_MAX), []);
  const project = useLiveQuery((account) => projectById(account, projectId ?? ''), [projectId]);
  const products = useLiveQuery(
    (account) => scansOfProject(account, projectId || 'none', PRODUCTS_MAX),
    [projectId],
  );
  const configuration = useSingleton('configuration');
  const questions = configuration?.product_survey;
  useConfirming(scans);
  const reviewed = useMemo(
    () => scans && products && reviewScans(scans, products, questions ?? []),
    [scans, products, questions],
  );
  const ready = reviewed !== undefined && project !== undefined;
  return {
    reviewed: ready ? reviewed : undefined,
    project: project ?? null,
    questions: questions ?? [],
    blockingReason: ready ? blockingReasonOf(reviewed, project) : null,
  };
}

/** Asks the registry, once each and when online, about what it was not asked about yet, and marks it. */
function useConfirming(scans: readonly ScanDocument[] | undefined): void {
  const account = useAccount();
  const call = useCall();
  const online = useConnection() === 'online';
  const asked = useRef(new Set<string>());
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  useEffect(() => {
    const signal = leaving.current?.signal;
    const open = (scans ?? []).filter((scan) => !asked.current.has(keyOf(scan)));
    if (!online || !signal || open.length === 0) return;
    for (const scan of open) asked.current.add(keyOf(scan));
    confirmMany(call, account, open, signal)
      // Nobody to ask: they are asked again when the network is back, and judged when sent.
      .catch(() => open.forEach((scan) => asked.current.delete(keyOf(scan))));
  }, [scans, online, call, account]);
}

/** A scan that was edited is another question to the registry. */
function keyOf(scan: ScanDocument): string {
  return [scan.uuid, scan.serial_number, scan.type, scan.size, scan.variant].join(' ');
}
