import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { recordAction } from '../console/audit.ts';
import { authenticateOperator } from '../console/authenticate-operator.ts';
import { readsPersonalData } from '../companies/personal-data.ts';
import { transact } from '../db/database.ts';
import { readContent } from '../files/read-content.ts';
import { ApiFailure } from '../http/failure.ts';
import { sendFile } from '../http/files/send-file.ts';
import { type Services } from '../services.ts';
import { orderLines } from './order-row.ts';
import { downloadHeaders } from './serve-order-files.ts';

/**
 * `GET /api/operator/v1/orders/{id}/files/{file}`: an order's file, as a download. The route isn't part of the
 * contract, because it responds with bytes. Responds with `not_found` for a file from another country or order, and
 * with `forbidden` unless the operator may read personal data there. Each download is audited.
 */
export function registerOperatorOrderFiles(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string; file: string } }>(
    '/api/operator/v1/orders/:id/files/:file',
    (request, reply) =>
      app.limitOperators(async () => {
        const requiredAccess = { right: 'orders.read', strength: 'passkey' } as const;
        const operator = await authenticateOperator(request, services, requiredAccess);
        const { id, file } = request.params;
        if (operator === null || !v.is(uuid, id) || !v.is(uuid, file))
          throw new ApiFailure('not_found');
        const order = await operator.queries
          .selectFrom('orders')
          .select(['contents', 'company_id', 'region_id'])
          .where('uuid', '=', id)
          .where('deleted', '=', false)
          .executeTakeFirst();
        const isInOrder =
          order &&
          orderLines(order).some(
            ({ inputData }) => inputData?.logo?.uuid.toLowerCase() === file.toLowerCase(),
          );
        if (!isInOrder) throw new ApiFailure('not_found');
        if (!readsPersonalData(operator, order.region_id)) throw new ApiFailure('forbidden');
        const storedFile = await services.db
          .selectFrom('order_files')
          .select(['content', 'stored_as', 'name'])
          .where('uuid', '=', file)
          .where('company_id', '=', order.company_id)
          .executeTakeFirst();
        if (!storedFile) throw new ApiFailure('not_found');
        const { operatorId, sessionId } = operator;
        await transact(services.db, (trx) =>
          recordAction(trx, services.clock.now(), {
            ...{ kind: 'read', act: 'downloadOrderFile', operatorId, sessionId },
            ...{ region: order.region_id, record: { kind: 'order', id: id.toLowerCase() } },
            outcome: 'done',
          }),
        );
        return sendFile(reply, await readContent(storedFile, services), {
          ...downloadHeaders(storedFile),
          'cache-control': 'no-store',
        });
      }),
  );
}
