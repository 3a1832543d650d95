import { createContext, useContext } from 'react';
import type { ClaimedKind, QueueCall } from '#schemas/operator/queue-claims.ts';
import { useLocation } from '@tanstack/react-router';

/** A queue that an operator works through, one record after another. */
export interface RecordQueue {
  readonly kind: ClaimedKind;
  readonly call: QueueCall;
  /** URL of the list. */
  readonly listHref: string;
  /** Returns the URL of a record in the queue. */
  readonly hrefOf: (id: string) => string;
  /** Ids of the calls whose results show the claims. */
  readonly queries: readonly string[];
}

/** The operator's work on a queue. */
export interface QueueWork {
  /** Position of the opened record among the claimed ones, from 1; null until they are known. */
  readonly position: number | null;
  readonly count: number;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly openNext: () => void;
  readonly openPrevious: () => void;
  /** Opens the next record after a decision. */
  readonly finishRecord: () => void;
}

export const QueueContext = createContext<QueueWork | null>(null);

/** Returns the operator's work on the queue of the opened record, or null if it wasn't opened from a queue. */
export const useQueueWork = (): QueueWork | null => useContext(QueueContext);

/** Returns a function to call after a decision on the opened record. In a queue, it opens the next record. */
export function useFinishRecord(): () => void {
  const work = useContext(QueueContext);
  return () => work?.finishRecord();
}

/** True if the current URL is that of a record in a queue; see `RecordQueue.hrefOf`. */
export const useIsInQueue = (): boolean =>
  useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('queue') === '1' });
