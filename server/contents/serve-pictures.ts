import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';

const pictureParams = v.object({ uuid, size: v.picklist(['s', 'l']) });

/**
 * `GET /files/content/{uuid}/{s|l}`: a picture of a news item, small or large. Public and immutable, so that it
 * can be cached for offline use.
 */
export function registerContentPictures(app: FastifyInstance, { db }: Services): void {
  app.get('/files/content/:uuid/:size', async (request, reply) => {
    const parsed = v.safeParse(pictureParams, request.params);
    if (!parsed.success) throw new ApiFailure('not_found');
    const { uuid: id, size } = parsed.output;
    const picture = await app.concurrency.perAddress(request.ip, () =>
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
