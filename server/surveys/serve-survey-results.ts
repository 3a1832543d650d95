import { Readable } from 'node:stream';
import { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { recordAction } from '../console/audit.ts';
import { authenticateOperator } from '../console/authenticate-operator.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { findResults, generateResultLines } from './survey-results.ts';

/**
 * `GET /api/operator/v1/surveys/{id}/results.csv` returns the outcome of each invitation. The route isn't part of the
 * contract, because it streams a file. Each download is audited.
 */
export function registerSurveyResults(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>(
    '/api/operator/v1/surveys/:id/results.csv',
    (request, reply) =>
      app.limitOperators(async () => {
        const { db, clock, environment } = services;
        if (environment.maintenance) throw new ApiFailure('maintenance', { retryAfter: 60 });
        const requiredAccess = { right: 'content.read', strength: 'passkey' } as const;
        const operator = await authenticateOperator(request, services, requiredAccess);
        if (operator === null) throw new ApiFailure('unauthorised');
        const { id } = request.params;
        if (!v.is(uuid, id)) throw new ApiFailure('not_found');
        const survey = await findResults(operator, id);
        const { operatorId, sessionId } = operator;
        await transact(db, (trx) =>
          recordAction(trx, clock.now(), {
            ...{ kind: 'read', act: 'downloadSurveyResults', operatorId, sessionId },
            region: survey.region_id,
            record: { kind: 'survey', id: survey.uuid },
            outcome: 'done',
          }),
        );
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${survey.survey_key}.csv"`)
          .header('cache-control', 'no-store')
          .send(Readable.from(generateResultLines(db, survey)));
      }),
  );
}
