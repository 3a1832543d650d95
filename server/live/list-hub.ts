import { type ListNotice } from '#schemas/operator/list-stream.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type OperatorActor } from '../console/operator-handler.ts';
import { readOpenSessions } from '../console/operator-sessions.ts';
import { type Services } from '../services.ts';
import {
  createChangeReader,
  readableLists,
  readableRegions,
  type ReadableLists,
} from './changed-lists.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createOpenStreams } from './open-streams.ts';
import { createPoller } from './poller.ts';

type Operator = Pick<OperatorActor, 'operatorId' | 'sessionId' | 'grants' | 'strength'>;
type Reader = Operator & { readonly lists: ReadableLists };

interface ListHub {
  /** Opens a stream that first announces every list that the operator may read, and then each change. */
  open(operator: Operator): Promise<EventStream>;
  /** Makes the hub poll soon, because this process has written something. */
  notifyOfWrite(): void;
  size(): number;
  close(): void;
}

const toName = (list: string, region: RegionId) => `${list} ${region}`;

/**
 * Announces changed lists to the console's streams of this process. Processes don't communicate: each polls the changes
 * that triggers have recorded.
 */
export function createListHub({ db, clock, logger }: Services): ListHub {
  const readChanges = createChangeReader(db);
  const streams = createOpenStreams<Reader>({
    getPersonId: ({ operatorId }) => operatorId,
    findAllowed: async (readers) => {
      const sessions = await readOpenSessions(
        { db, clock },
        readers.map(({ sessionId }) => sessionId),
      );
      // If the roles have changed, the client reconnects and gets its new lists.
      return new Set(
        readers.filter((reader) => isUnchanged(reader, sessions.get(reader.sessionId))),
      );
    },
  });
  const announce = async () => {
    const changes = await readChanges();
    if (changes.length === 0) return;
    for (const { stream, reader } of streams) {
      const names = changes.flatMap((change) =>
        readableRegions(reader.lists, change).map((region) => toName(change.list, region)),
      );
      if (names.length > 0) stream.notify(names);
    }
  };
  const poll = async () => {
    try {
      await announce();
      await streams.endExpired();
    } catch (error) {
      // The next poll finds the same changes.
      logger.warn({ err: error }, 'polling for changed lists failed');
    }
  };
  const poller = createPoller(poll, () => streams.size() > 0);

  return {
    async open(operator) {
      // This skips the changes that were made while no stream was open.
      if (streams.size() === 0) await announce();
      const lists = readableLists(operator);
      const stream = createEventStream(toNotice);
      streams.add(stream, { ...operator, lists });
      stream.notify([...lists].flatMap(([list, ids]) => [...ids].map((id) => toName(list, id))));
      poller.start();
      return stream;
    },
    notifyOfWrite: () => poller.pollSoon(),
    size: () => streams.size(),
    close() {
      poller.close();
      streams.close();
    },
  };
}

function toNotice(names: readonly string[]): ListNotice {
  const lists = names.map((name) => {
    const [list = '', region] = name.split(' ');
    // The cast is safe, because `toName` wrote the region.
    return { list, region: Number(region) as RegionId };
  });
  return { lists };
}

function isUnchanged(
  { strength, lists }: Reader,
  session: Pick<Operator, 'strength' | 'grants'> | undefined,
): boolean {
  if (session?.strength !== strength) return false;
  return JSON.stringify(toNames(lists)) === JSON.stringify(toNames(readableLists(session)));
}

const toNames = (lists: ReadableLists) =>
  [...lists].map(([list, ids]) => [list, [...ids].toSorted((a, b) => a - b)]);
