import { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';

const pictureParams = v.object({ uuid, size: v.picklist(['s', 'l']) });

type Limit = <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>;

/**
 * `GET /files/content/{uuid}/{s|l}`: a picture of a news item or a product, small or large. The pictures are public and
 * immutable, so that they can be cached for offline use.
 */
export function registerContentPictures(app: FastifyInstance, services: Services): void {
  servePictures(app, services, (request, work) => app.concurrency.perAddress(request.ip, work));
}

/** Serves the same pictures to operators, because the console's page can't load them from the app's address. */
export function registerConsolePictures(app: FastifyInstance, services: Services): void {
  servePictures(app, services, (_request, work) => app.limitOperators(work));
}

function servePictures(app: FastifyInstance, { db }: Services, limit: Limit): void {
  app.get('/files/content/:uuid/:size', async (request, reply) => {
    const parsed = v.safeParse(pictureParams, request.params);
    if (!parsed.success) throw new ApiFailure('not_found');
    const { uuid: id, size } = parsed.output;
    const picture = await limit(request, () =>
      db
        .selectFrom('content_pictures')
        .select(['media_type', size === 's' ? 'small as bytes' : 'large as bytes'])
        .where('uuid', '=', id)
        .executeTakeFirst(),
    );
    if (!picture) throw new ApiFailure('not_found');
    return sendFile(reply, picture.bytes, {
      'content-type': picture.media_type,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
}
