import { type ChangeNotice } from '#schemas/api/live-calls.ts';
import { findActiveSessions } from '../access/sessions.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { findChangedCollections, getRevs, streamedCollections } from './changed-collections.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createOpenStreams, type OpenStream } from './open-streams.ts';
import { createPoller } from './poller.ts';

type Reader = Pick<Actor, 'userId' | 'companyId' | 'sessionId'>;

interface LiveHub {
  /** Opens a stream that first announces every collection, and then each of the company's changes. */
  open(actor: Reader): Promise<EventStream>;
  /** Makes the hub poll soon, because this process has written something for the company. */
  notifyWrite(companyId: string): void;
  size(): number;
  close(): void;
}

/**
 * Announces changes to all of this process's streams. Processes don't communicate. Each process has streams of several
 * companies, and polls the counters of all these companies in one query.
 */
export function createLiveHub({ db, clock, logger }: Services): LiveHub {
  /** For each company, the counter up to which its changes have been announced. */
  const announcedRevs = new Map<string, number>();
  const streams = createOpenStreams<Reader>({
    getPersonId: ({ userId }) => userId,
    findAllowed: async (readers) => {
      const activeSessions = await findActiveSessions(
        { db, clock },
        readers.map(({ sessionId }) => sessionId),
      );
      return new Set(readers.filter(({ sessionId }) => activeSessions.has(sessionId)));
    },
    onRemoved: ({ companyId }) => {
      if (![...streams].some(({ reader }) => reader.companyId === companyId))
        announcedRevs.delete(companyId);
    },
  });

  const poll = async () => {
    try {
      await announceChanges(db, streams, announcedRevs);
      await streams.endExpired();
    } catch (error) {
      // The next poll finds the same changes.
      logger.warn({ err: error }, 'polling for changes failed');
    }
  };
  const poller = createPoller(poll, () => streams.size() > 0);

  return {
    async open(actor) {
      const { companyId } = actor;
      const currentRevs = await getRevs(db, [companyId]);
      // The first event makes the client pull everything committed before the read above. Later commits are announced.
      if (!announcedRevs.has(companyId))
        announcedRevs.set(companyId, currentRevs.get(companyId) ?? 0);
      const stream = createEventStream((names): ChangeNotice => ({ collections: [...names] }));
      streams.add(stream, actor);
      stream.notify(streamedCollections);
      poller.start();
      return stream;
    },
    notifyWrite(companyId) {
      if (announcedRevs.has(companyId)) poller.pollSoon();
    },
    size: () => streams.size(),
    close() {
      poller.close();
      streams.close();
    },
  };
}

/** Announces what the companies have written since `announcedRevs`. */
async function announceChanges(
  db: Services['db'],
  streams: Iterable<OpenStream<Reader>>,
  announcedRevs: Map<string, number>,
): Promise<void> {
  const currentRevs = await getRevs(db, [...announcedRevs.keys()]);
  const outdatedRevs = new Map(
    [...announcedRevs].filter(([id, rev]) => (currentRevs.get(id) ?? 0) > rev),
  );
  if (outdatedRevs.size === 0) return;
  const changedCollections = await findChangedCollections(db, outdatedRevs);
  for (const id of outdatedRevs.keys())
    if (announcedRevs.has(id)) announcedRevs.set(id, currentRevs.get(id) ?? 0);
  for (const { stream, reader } of streams) {
    const names = changedCollections.get(reader.companyId);
    if (names) stream.notify(names);
  }
}
