import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { type Call } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { type UserChanges } from '#schemas/api/account-calls.ts';
import { collections } from '#schemas/collections.ts';
import { type LeadChanges } from '#schemas/lead-edit.ts';
import { SHOP_CATEGORY_TYPE } from '#schemas/shop-product.ts';
import { withdrawLead } from '#server/leads/operator-leads.ts';
import { transact } from '#server/db/database.ts';
import { writeCategories } from '#server/shop/write-categories.ts';
import { agreement, editOn, moveLead, newLead, enableLeads } from './lead-setup.ts';
import { newProduct } from './order-setup.ts';
import { readEvents } from './read-events.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { type AccountKey, accounts } from './test-accounts.ts';

let server: ScanServer;
beforeAll(async () => {
  server = await startScanServer();
  await enableLeads(server, 'polishOwner', 'czechOwner');
});
afterAll(() => server.close());

type PulledCollection = 'leads' | 'projects' | 'products';
const pages = {
  leads: v.array(collections.leads.entity),
  projects: v.array(collections.projects.entity),
  products: v.array(collections.products.entity),
};

/** Returns the changes since a checkpoint, and the next checkpoint. */
async function pull<Name extends PulledCollection>(name: Name, since: string) {
  const query = { since, limit: 500 };
  const token = await server.tokenOf('polishOwner');
  const call: Call = collections[name].pull;
  // Every pull accepts this query, but the type of a generic call doesn't show it.
  const { result } = await server.call(call, { query } as never, token);
  const { data, meta } = v.parse(pullResult, result);
  return { data: v.parse(pages[name], data), checkpoint: meta.checkpoint };
}
const pullResult = v.object({ data: v.unknown(), meta: v.object({ checkpoint: v.string() }) });

async function checkpointOf(name: PulledCollection): Promise<string> {
  return (await pull(name, '')).checkpoint;
}

const interest: LeadChanges = { status: 'interested' };
const rename = async (body: UserChanges, account: AccountKey = 'polishStaff') =>
  server.call(
    calls.updateUser,
    { params: { id: accounts[account].id }, body },
    await server.tokenOf(account),
  );
const leadMovedBy = async (account: AccountKey) => {
  const id = await newLead(server, account);
  return moveLead(server, await server.tokenOf(account), id, interest);
};

describe('the name of a lead’s mover', () => {
  test('is updated by the next pull after a rename, on all leads that the person moved', async () => {
    const leads = [await leadMovedBy('polishStaff'), await leadMovedBy('polishStaff')];
    const before = await checkpointOf('leads');
    server.clock.advance(1_000);
    await rename({ name: 'Zofia', surname: 'Nowa' });
    const { data, checkpoint } = await pull('leads', before);
    expect(data).toEqual(
      leads.map((lead) => ({
        ...lead,
        moved_by: { actor: 'installer', name: 'Zofia Nowa' },
        updated_at: new Date(server.clock.now()).toISOString(),
      })),
    );
    expect((await pull('leads', checkpoint)).data).toEqual([]);
  });

  test('doesn’t resend leads that show someone else’s name', async () => {
    await leadMovedBy('polishOwner');
    await newLead(server, 'polishOwner');
    const expiredLead = await leadMovedBy('polishStaff');
    await moveLead(server, await server.tokenOf('polishStaff'), expiredLead.uuid, {
      status: 'lost',
      reasons: ['other'],
    });
    await withdrawLead(expiredLead.uuid, server.services);
    const colleagueLead = await leadMovedBy('polishStaff');
    const before = await checkpointOf('leads');
    await rename({ name: 'Zofia', surname: 'Kos' });
    const secondPull = (await pull('leads', before)).data;
    expect(secondPull.map(({ uuid }) => uuid)).toContain(colleagueLead.uuid);
    expect(new Set(secondPull.map(({ moved_by }) => moved_by.name))).toEqual(
      new Set(['Zofia Kos']),
    );
  });

  test('resends nothing if the name stays the same or other data changes', async () => {
    await leadMovedBy('polishStaff');
    await rename({ name: 'Zofia', surname: 'Kos' });
    const before = await checkpointOf('leads');
    await rename({ name: ' Zofia ', surname: 'Kos' });
    await rename({ email_consent: true });
    await rename({ name: 'Someone', surname: 'Else' }, 'czechOwner');
    expect((await pull('leads', before)).data).toEqual([]);
  });
});

describe('a mover’s new name', () => {
  test('doesn’t invalidate an edit made before the rename', async () => {
    const lead = await leadMovedBy('polishStaff');
    const body = editOn(server, lead, { status: 'contacted', NotesFromVELUXClub: 'Two windows.' });
    await rename({ name: 'Maja' });
    const input = { params: { id: lead.uuid }, body };
    const editResponse = await server.call(
      calls.updateLead,
      input,
      await server.tokenOf('polishOwner'),
    );
    expect(editResponse.result).toMatchObject({ status: 'contacted', op_id: body.op_id });
  });

  test('is announced by the stream', async () => {
    await leadMovedBy('polishStaff');
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await readEvents(address, await server.tokenOf('polishOwner'));
    await stream.next();
    await rename({ name: 'Ola' });
    expect(await stream.next()).toEqual(['leads']);
    stream.close();
  });

  test('is current after pulls that run concurrently with moves and a rename', async () => {
    const token = await server.tokenOf('polishStaff');
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push(await newLead(server, 'polishOwner'));
    const shownNames = new Map<string, string | null>();
    let checkpoint = await checkpointOf('leads');
    const pullOnce = async () => {
      const page = await pull('leads', checkpoint);
      for (const { uuid, moved_by } of page.data) shownNames.set(uuid, moved_by.name);
      checkpoint = page.checkpoint;
    };
    const move = (id: string) => Promise.all([moveLead(server, token, id, interest), pullOnce()]);
    await Promise.all(ids.slice(0, 4).map(move));
    await pullOnce();
    await Promise.all([...ids.slice(4).map(move), rename({ name: 'Eva', surname: 'Kos' })]);
    await pullOnce();
    expect(ids.map((id) => shownNames.get(id))).toEqual(ids.map(() => 'Eva Kos'));
  });
});

describe('the lead data in a project', () => {
  test('is updated by the next pull after a change of the lead', async () => {
    const token = await server.tokenOf('polishOwner');
    const id = await newLead(server, 'polishOwner');
    const steps: LeadChanges[] = [{ status: 'interested' }, { status: 'contacted' }, agreement()];
    const lead = await moveLead(server, token, id, ...steps);
    const before = await checkpointOf('projects');
    await moveLead(server, token, id, { NotesFromVELUXClub: 'The key is next door.' });
    expect((await pull('projects', before)).data).toMatchObject([
      { uuid: lead.project_id, lead: { uuid: id, NotesFromVELUXClub: 'The key is next door.' } },
    ]);
  });
});

describe('the name of a product’s category', () => {
  const write = (categories: readonly { uuid: string; name: string; position?: number }[]) =>
    transact(server.db, (trx) =>
      writeCategories(
        trx,
        'PL',
        categories.map((category) => ({ position: 0, ...category, type: SHOP_CATEGORY_TYPE })),
        server.clock.now(),
      ),
    );

  test('is updated by the next pull after a rename, only on its products', async () => {
    const [tools, gifts] = [randomUUID(), randomUUID()];
    await write([
      { uuid: tools, name: 'Tools' },
      { uuid: gifts, name: 'Gifts' },
    ]);
    const renamedProducts = [
      (await newProduct(server, { category: tools })).product,
      (await newProduct(server, { category: tools })).product,
    ];
    await newProduct(server, { category: gifts });
    await newProduct(server);
    const before = await checkpointOf('products');
    await write([
      { uuid: tools, name: 'For the hand' },
      { uuid: gifts, name: 'Gifts', position: 3 },
    ]);
    const { data, checkpoint } = await pull('products', before);
    expect(data.map(({ uuid, category }) => ({ uuid, category }))).toEqual(
      renamedProducts.map((uuid) => ({ uuid, category: { uuid: tools, name: 'For the hand' } })),
    );
    await write([{ uuid: tools, name: 'For the hand' }]);
    expect((await pull('products', checkpoint)).data).toEqual([]);
  });
});
