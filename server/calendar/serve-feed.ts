import { createHash } from 'node:crypto';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { timeZoneOf } from '#schemas/calendar-day.ts';
import { calendarFile } from '#schemas/calendar-file.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { languageById, sourceLanguage } from '#schemas/languages.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { enforceLimit, limits } from '../access/rate-limits.ts';
import { hashToken } from '../access/tokens.ts';
import { classifyDatabaseError } from '../db/database-errors.ts';
import { ApiFailure } from '../http/failure.ts';
import { getNetwork } from '../http/overload/network.ts';
import { type Services } from '../services.ts';
import { listJobEvents, loadFeedTexts } from './feed-events.ts';

/** Matches the name of a calendar file, which is a secret created by `newToken`. */
const FILE_NAME = /^([\w-]{43})\.ics$/;
/** Minimum time between two updates of `fetched_at`, because calendars poll their feeds. */
const FETCH_RESOLUTION_MS = 15 * MINUTE_MS;

/**
 * Registers `GET /calendar/{secret}.ics`, which lists the installations of the person who created the link, for use in
 * other calendars. Includes only jobs that the person can currently see. Unknown and ended links get the same response.
 */
export function registerCalendarFeed(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const { body, hash, changedAt } = await app.concurrency.perAddress(request.ip, () =>
      readFeed(request, services),
    );
    const etag = `"${hash}"`;
    void reply
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .header('etag', etag)
      .header('last-modified', changedAt.toUTCString());
    if (isUnchanged(request, etag, changedAt)) return reply.status(304).send();
    return sendCalendar(reply, body);
  });
}

function sendCalendar(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="installations.ics"')
    .send(body);
}

interface FeedContent {
  readonly body: string;
  readonly hash: string;
  readonly changedAt: Date;
}

async function readFeed(
  request: FastifyRequest<{ Params: { file: string } }>,
  services: Services,
): Promise<FeedContent> {
  await enforceLimit(services, limits.calendarReadsPerNetwork, getNetwork(request.ip));
  const secret = FILE_NAME.exec(request.params.file)?.[1];
  if (secret === undefined) throw new ApiFailure('not_found');
  const secretHash = hashToken(secret);
  const feed = await findFeed(secretHash, services);
  if (!feed) throw new ApiFailure('not_found');
  await enforceLimit(services, limits.calendarReadsPerFeed, secretHash);
  const now = services.clock.now();
  const region = regionCodeOf(feed.regions_id);
  const texts = await loadFeedTexts(services.db, languageById(feed.languages_id) ?? sourceLanguage);
  const events = await listJobEvents(
    services.db,
    { companyId: feed.company_id, role: feed.role, region },
    { origin: services.environment.appUrl, texts, now },
  );
  const body = calendarFile(events, { name: texts.calendarName, timeZone: timeZoneOf(region) });
  const hash = createHash('sha256').update(body).digest('base64url');
  const changedAt = hash === feed.content_hash && feed.changed_at ? feed.changed_at : new Date(now);
  const isRecent = now - (feed.fetched_at?.getTime() ?? 0) < FETCH_RESOLUTION_MS;
  if (!isRecent || changedAt !== feed.changed_at) {
    await saveFetch(secretHash, { hash, changedAt, now }, services);
  }
  return { body, hash, changedAt };
}

/** Finds a feed and its person; undefined if the person or the company was deactivated. */
function findFeed(secretHash: string, { db }: Services) {
  return db
    .selectFrom('calendar_feeds as feed')
    .innerJoin('installers as person', 'person.id', 'feed.installer_id')
    .innerJoin('companies as company', 'company.id', 'person.company_id')
    .select(['feed.fetched_at', 'feed.content_hash', 'feed.changed_at'])
    .select(['person.company_id', 'person.role', 'person.languages_id', 'company.regions_id'])
    .where('feed.secret_hash', '=', secretHash)
    .where('person.active', '=', true)
    .where('company.active', '<>', 0)
    .executeTakeFirst();
}

/** Saves the time of a read and the content's hash. Does nothing if the disk is full, because reads must still work. */
async function saveFetch(
  secretHash: string,
  { hash, changedAt, now }: { hash: string; changedAt: Date; now: number },
  { db }: Services,
): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ fetched_at: new Date(now), content_hash: hash, changed_at: changedAt })
    .where('secret_hash', '=', secretHash)
    .execute()
    .catch((error: unknown) => {
      if (classifyDatabaseError(error) !== 'full') throw error;
    });
}

/** True if the client's copy is current. Compares the time only if the request has no etag [RFC 9110 13.2.2]. */
function isUnchanged({ headers }: FastifyRequest, etag: string, changedAt: Date): boolean {
  const etags = headers['if-none-match'];
  if (etags !== undefined) {
    // A proxy that compresses the response marks the etag as weak.
    return etags.split(/\s*,\s*/).some((tag) => ['*', etag].includes(tag.replace(/^W\//, '')));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Math.floor(changedAt.getTime() / 1000) * 1000;
}
