import { type FastifyInstance, type FastifyReply } from 'fastify';
import { dayIn } from '#schemas/calendar-day.ts';
import { type Language, regionLanguage } from '#schemas/languages.ts';
import { type AttachmentGroup } from '#schemas/attachment.ts';
import { photoGroups } from '#schemas/photo-share.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import {
  enforceLimit,
  enforceOverallLimit,
  type KeyedLimit,
  limits,
  type OverallLimit,
} from '../access/rate-limits.ts';
import { hashToken } from '../access/tokens.ts';
import { formatDay } from '../certificates/certificate-labels.ts';
import { readContent } from '../files/read-content.ts';
import { getRequestLanguage } from '../http/contract/request-language.ts';
import { escapeHtml } from '../http/docs/docs-page.ts';
import { sendFile } from '../http/files/send-file.ts';
import { getNetwork } from '../http/overload/network.ts';
import { renderPublicPage } from '../http/public-page.ts';
import { type Services } from '../services.ts';
import { getTexts } from '../texts/texts.ts';
import { selectSharedPhotos } from './shared-photos.ts';

/** Matches a secret that `newToken` has created. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;
/** The page may load only our style sheet and the photos. */
const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `GET /share/{secret}`: photos of a project for its homeowner. `GET /share/{secret}/{number}`: one photo. Unknown,
 * expired and revoked links get the same 404 page. The secret can't be guessed and isn't logged, because the log
 * contains only the route's pattern.
 */
export function registerSharePages(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { secret: string } }>('/share/:secret', async (request, reply) => {
    const share = await app.concurrency.perAddress(request.ip, async () => {
      await limitLookups(
        services,
        request.ip,
        limits.sharedPagesPerNetwork,
        limits.sharedPagesOverall,
      );
      return findShare(request.params.secret, services);
    });
    const language = getRequestLanguage(request.headers['accept-language']);
    if (share === undefined) return sendPage(reply.status(404), renderNotFound(language));
    return sendPage(reply, renderSharePage(share, request.params.secret));
  });

  app.get<{ Params: { secret: string; number: string } }>(
    '/share/:secret/:number',
    async (request, reply) => {
      const { secret, number } = request.params;
      const photo = await app.concurrency.perAddress(request.ip, async () => {
        await limitLookups(
          services,
          request.ip,
          limits.sharedPhotosPerNetwork,
          limits.sharedPhotosOverall,
        );
        return findPhoto(secret, Number(number), services);
      });
      if (photo === undefined) {
        const language = getRequestLanguage(request.headers['accept-language']);
        return sendPage(reply.status(404), renderNotFound(language));
      }
      return sendFile(reply, await readContent(photo, services), {
        'content-type': photo.media_type,
        'content-disposition': 'inline',
        // A revoked link must stop working immediately, even with caches.
        'cache-control': 'no-store',
      });
    },
  );
}

async function limitLookups(
  services: Services,
  ipAddress: string,
  perAddress: KeyedLimit,
  overall: OverallLimit,
): Promise<void> {
  const withinLimit = await enforceLimit(services, perAddress, getNetwork(ipAddress));
  await enforceOverallLimit(services, overall, withinLimit);
}

function sendPage(reply: FastifyReply, html: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', PAGE_POLICY)
    .header('x-robots-tag', 'noindex')
    .send(html);
}

/** Finds an active link of a project that isn't deleted. */
async function findLink(secret: string, { db, clock }: Services) {
  if (!SECRET.test(secret)) return undefined;
  const row = await db
    .selectFrom('photo_shares')
    .innerJoin('companies', 'companies.id', 'photo_shares.company_id')
    .innerJoin('projects', 'projects.uuid', 'photo_shares.project_id')
    .select(['photo_shares.project_id', 'photo_shares.company_id', 'photo_shares.photos'])
    .select(['photo_shares.expires_at', 'companies.name', 'companies.regions_id'])
    .where('photo_shares.secret_hash', '=', hashToken(secret))
    .where('photo_shares.expires_at', '>', new Date(clock.now()))
    .where('projects.deleted', '=', false)
    .where('companies.active', '<>', 0)
    .executeTakeFirst();
  // The cast is safe, because only `createPhotoShare` writes this column.
  return row && { ...row, photos: row.photos as string[], region: regionCodeOf(row.regions_id) };
}

/** A photo on the page; `number` is its position in the link's list, from 1. */
interface SharedPhoto {
  readonly number: number;
  readonly group: AttachmentGroup | null;
  readonly caption: string;
}

type Share = NonNullable<Awaited<ReturnType<typeof findShare>>>;

/** Finds a link and its photos, in the order in which they were taken. Returns undefined if no photos are left. */
async function findShare(secret: string, services: Services) {
  const link = await findLink(secret, services);
  if (link === undefined) return undefined;
  const owner = { companyId: link.company_id, projectId: link.project_id, photos: link.photos };
  const rows = await selectSharedPhotos(services.db, owner)
    .select(['attachments.uuid', 'attachments.group', 'attachments.caption'])
    .orderBy('attachments.captured_at')
    .orderBy('attachments.uuid')
    .execute();
  if (rows.length === 0) return undefined;
  const photos: SharedPhoto[] = rows.map(({ uuid, group, caption }) => ({
    number: link.photos.indexOf(uuid) + 1,
    group,
    caption,
  }));
  return { ...link, photos };
}

async function findPhoto(secret: string, number: number, services: Services) {
  const link = await findLink(secret, services);
  const uuid = link?.photos[number - 1];
  if (link === undefined || uuid === undefined) return undefined;
  const owner = { companyId: link.company_id, projectId: link.project_id, photos: [uuid] };
  return selectSharedPhotos(services.db, owner)
    .select(['attachments.content', 'attachments.stored_as', 'attachments.media_type'])
    .executeTakeFirst();
}

/** Renders the page in the language of the project's country. */
function renderSharePage({ name, region, expires_at, photos }: Share, secret: string): string {
  const { translate, language } = getTexts(regionLanguage(region));
  const title = translate('share.title');
  const until = formatDay(dayIn(region, expires_at.getTime()), language);
  const sections = [...photoGroups, null].map((group) => {
    const photosOfGroup = photos.filter((photo) => photo.group === group);
    if (photosOfGroup.length === 0) return '';
    const heading = group === null ? '' : translate(`share.group.${group}`);
    const figures = photosOfGroup.map(({ number, caption }, index) => {
      const position = translate('share.photo', { number: index + 1 });
      const alt = caption || [heading, position].filter(Boolean).join(', ');
      const text = caption && `<figcaption>${escapeHtml(caption)}</figcaption>`;
      return `<figure><img src="/share/${secret}/${number}" alt="${escapeHtml(alt)}" loading="lazy">${text}</figure>`;
    });
    return `${heading && `<h2>${escapeHtml(heading)}</h2>`}\n${figures.join('\n')}`;
  });
  const body = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(translate('share.from', { company: name }))} ${escapeHtml(translate('share.until', { day: until }))}</p>
${sections.join('\n')}`;
  return renderPublicPage(title, language, body);
}

function renderNotFound(requestedLanguage: Language): string {
  const { translate, language } = getTexts(requestedLanguage);
  const title = translate('share.unknownTitle');
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(translate('share.unknownText'))}</p>`;
  return renderPublicPage(title, language, body);
}
