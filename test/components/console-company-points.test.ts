import { expect, test } from 'vitest';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { operatorRights } from '#schemas/operator/operator-rights.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { exampleOf } from '#test/component-fixtures/example-of.ts';
import { idOf, renderConsole } from '#test/component-fixtures/render-console.tsx';

test('the points of a year begin and end with the year of the company’s country', async () => {
  const region = regionIdOf('RO');
  const periods: unknown[] = [];
  await renderConsole(`/companies/${idOf(1)}?tab=points&year=2026`, {
    server: (server) => {
      server.respond(
        sessionCalls.readOperatorSession,
        exampleOf(sessionCalls.readOperatorSession.result, {
          ...{ strength: 'passkey', regions: [{ id: region, code: 'RO' }] },
          rights: operatorRights.map((right) => ({ right, regions: [region] })),
          ...{ expires_at: '2999-01-01T00:00:00.000Z', recent_until: '2999-01-01T00:00:00.000Z' },
        }),
      );
      server.respond(
        companyCalls.readCompanyFile,
        exampleOf(companyCalls.readCompanyFile.result, {
          ...{ id: idOf(1), region, created_at: '2025-05-04T10:00:00.000Z' },
        }),
      );
      server.respond(companyCalls.explainCompanyPoints, ({ query }) => {
        periods.push(query);
        return exampleOf(companyCalls.explainCompanyPoints.result);
      });
    },
  });
  await expect
    .poll(() => periods)
    .toEqual([{ from: '2025-12-31T22:00:00.000Z', until: '2026-12-31T22:00:00.000Z' }]);
});
