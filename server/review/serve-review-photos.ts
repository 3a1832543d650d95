import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { BACKGROUND_HEADER } from '#schemas/operator/operator-call.ts';
import { uuid } from '#schemas/primitives.ts';
import { authenticateOperator } from '../console/authenticate-operator.ts';
import { readContent } from '../files/read-content.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';

/**
 * `GET /api/operator/v1/review/photo/{uuid}`: a photo of a product, for reviewers. The route isn't part of the
 * contract, because it responds with bytes. Responds with `not_found` for a photo from another country.
 */
export function registerReviewPhotos(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { uuid: string } }>('/api/operator/v1/review/photo/:uuid', (request, reply) =>
    app.limitOperators(async () => {
      const requiredAccess = { right: 'review.read', strength: 'passkey' } as const;
      // Pictures are prefetched, so this doesn't count as user activity.
      request.headers[BACKGROUND_HEADER] = '1';
      const operator = await authenticateOperator(request, services, requiredAccess);
      const id = request.params.uuid;
      if (operator === null || !v.is(uuid, id)) throw new ApiFailure('not_found');
      const photo = await operator.queries
        .selectFrom('photos')
        .select(['content', 'stored_as', 'media_type'])
        .where('uuid', '=', id)
        .executeTakeFirst();
      if (!photo) throw new ApiFailure('not_found');
      return sendFile(reply, await readContent(photo, services), {
        'content-type': photo.media_type,
        'content-disposition': 'inline',
        'cache-control': 'no-store',
      });
    }),
  );
}
