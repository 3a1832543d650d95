import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { grantsOf, startConsole } from './console-setup.ts';

const [poland, czechia] = [regionIdOf('PL'), regionIdOf('CZ')];
const why = 'comment';
/** A campaign of the demo data. */
const campaign = 'PL-flat-roof-double';

test('the author deletes a comment on a campaign that was removed', async () => {
  const demo = await startConsole({ demo: true });
  const lead = await demo.startSession(await demo.addOperator(grantsOf('country_lead', [poland])));
  const body = { kind: 'campaign' as const, record: campaign, text: 'Asked the dealer', why };
  const { result } = await demo.operate(operatorCalls.writeComment, { body }, lead);
  await sql`
    update region_settings set configuration = configuration - 'campaigns'
    where region = 'PL'`.execute(demo.db);
  expect((await demo.operate(operatorCalls.writeComment, { body }, lead)).code).toBe('not_found');
  const deletion = { params: { id: result.id }, body: { why } };
  const czech = await demo.startSession(
    await demo.addOperator(grantsOf('country_lead', [czechia])),
  );
  expect((await demo.operate(operatorCalls.deleteComment, deletion, czech)).code).toBe('not_found');
  expect((await demo.operate(operatorCalls.deleteComment, deletion, lead)).status).toBe(200);
  await demo.close();
}, 60_000);
