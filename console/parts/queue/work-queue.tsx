import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { MAX_SKIPPED } from '#schemas/operator/queue-claims.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { trackClaims, releaseClaims, useReleaseOnLeave } from '#console/data/queue-claims.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { QueueContext, useIsInQueue, type QueueWork, type RecordQueue } from './record-queue.ts';

interface WorkQueueProps {
  readonly queue: RecordQueue;
  /** Id of the opened record; undefined if none is open. */
  readonly id: string | undefined;
  readonly children: ReactNode;
}

/**
 * Lets the operator work through a queue on the screen of a record, if the record was opened from that queue. The next
 * records stay claimed until the operator leaves the queue.
 */
export function WorkQueue({ queue, id, children }: WorkQueueProps) {
  const isInQueue = useIsInQueue() && id !== undefined;
  useReleaseOnLeave(queue.kind, isInQueue);
  const work = useWork(queue, isInQueue ? id : undefined);
  return <QueueContext value={isInQueue ? work : null}>{children}</QueueContext>;
}

/** Opens the claimed records in order, and claims more once they are done. */
function useWork(queue: RecordQueue, id: string | undefined): QueueWork {
  const { t } = useLingui();
  const router = useRouter();
  const region = useCountry();
  const [ids, setIds] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const skippedIds = useRef<string[]>([]);
  const [decidedIds, setDecidedIds] = useState<readonly string[]>([]);
  const { kind, call, hrefOf, listHref } = queue;
  const hasRecord = id !== undefined;

  /** Claims the next records, and extends the claims on those that the operator already has. */
  const claim = useCallback(async () => {
    const body = { skipped: skippedIds.current.slice(-MAX_SKIPPED), region };
    const { records } = await callOperator(call, { body });
    trackClaims(kind, records);
    setIds(records);
    return records;
  }, [kind, call, region]);
  useEffect(() => {
    if (hasRecord) claim().catch(setError);
  }, [hasRecord, claim]);

  return useMemo(() => {
    const openIds = ids.filter((each) => each === id || !decidedIds.includes(each));
    const index = id === undefined ? -1 : openIds.indexOf(id);
    /** @param isDecided true if the opened record's input was sent, though its form may still be closing */
    const open = (target: string, isDecided: boolean) => {
      // Not awaited, because the navigation never ends if the operator stays on the page to keep unsaved input.
      void router.navigate({ href: hrefOf(target), replace: true, ignoreBlocker: isDecided });
    };
    const openMore = async (isDecided: boolean) => {
      const doneIds = [...new Set([...ids, ...(id === undefined ? [] : [id])])];
      skippedIds.current.push(...doneIds);
      const [target] = await claim();
      // Claims that can't be released now end by themselves.
      void releaseClaims(kind, doneIds).catch(() => undefined);
      if (target !== undefined) return open(target, isDecided);
      showToast({ subject: 'queue', tone: 'good', message: t`No more records in this queue.` });
      void router.navigate({ href: listHref, ignoreBlocker: isDecided });
    };
    const move = async (step: 1 | -1, isDecided = false) => {
      setError(null);
      const target = openIds[index + step];
      if (target === undefined && step === -1) return;
      setBusy(true);
      try {
        if (target === undefined) await openMore(isDecided);
        else {
          open(target, isDecided);
          await claim();
        }
      } catch (failure) {
        setError(failure);
      } finally {
        setBusy(false);
      }
    };
    return {
      position: index === -1 ? null : index + 1,
      count: openIds.length,
      isBusy,
      error,
      openNext: () => void move(1),
      openPrevious: () => void move(-1),
      finishRecord: () => {
        if (id !== undefined) setDecidedIds((before) => [...before, id]);
        void move(1, true);
      },
    };
  }, [ids, id, decidedIds, isBusy, error, kind, hrefOf, listHref, claim, router, t]);
}
