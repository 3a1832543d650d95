import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEVICE_TIME_HEADER } from '#schemas/api/api-header.ts';
import { calls } from '#schemas/api/calls.ts';
import { type Campaign, findBestCampaign } from '#schemas/campaign.ts';
import { sumByCampaign } from '#schemas/closing-points.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { type Scan, type ScanSave } from '#schemas/scan.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { decideProducts } from '#server/projects/decide-products.ts';
import { CLOCK_START } from '#test/setup/fill-database.ts';
import { doublePoints, loadLedgerEntries, setCampaigns } from './campaign-setup.ts';
import { uploadOf } from './photo-upload.ts';
import {
  closingAnswers,
  nextSerialOf,
  removalOf,
  saveOf,
  type ScanServer,
  startScanServer,
} from './scan-setup.ts';

const types = ['GGL', 'GGU', 'EFW'];

let server: ScanServer;
let token: string;
let photo: string;
beforeAll(async () => {
  server = await startScanServer();
  ({ token } = await server.signInAs('polishOwner'));
  const upload = uploadOf(drawDemoPhoto());
  await server.call(calls.uploadPhoto, { body: upload }, token);
  photo = upload.fields.uuid;
});
afterAll(() => server.close());

/** Settings of campaigns around the present, which is on 4 May. */
const campaigns = fc
  .array(
    fc.record({
      reward: fc.oneof(
        fc
          .integer({ min: 110, max: 1000 })
          .map((percent) => ({ kind: 'factor' as const, percent })),
        fc.integer({ min: 1, max: 300 }).map((points) => ({ kind: 'points' as const, points })),
      ),
      tier_categories: fc.constantFrom<Campaign['tier_categories']>(null, [1], [3, 8]),
      from: fc.constantFrom('2026-04-20', '2026-05-04', '2026-05-05'),
      until: fc.constantFrom('2026-05-05', '2026-05-20'),
    }),
    { maxLength: 3 },
  )
  .map((list) => list.map((fields, index) => ({ ...doublePoints, ...fields, id: `c${index}` })));

const scan = fc.record({
  kind: fc.constant('save' as const),
  type: fc.constantFrom(...types),
  needsReview: fc.boolean(),
  daysAgo: fc.constantFrom(0, 2, 20),
  isClockCorrect: fc.boolean(),
});
const scanStep = <Kind extends string>(kind: Kind) =>
  fc.record({ kind: fc.constant(kind), pick: fc.nat(20), type: fc.constantFrom(...types) });
const step = fc.oneof(
  { arbitrary: scan, weight: 4 },
  scanStep('edit'),
  scanStep('retype'),
  scanStep('remove'),
  fc.record({ kind: fc.constant('campaigns' as const), list: campaigns }),
);
const decisions = fc.array(fc.record({ pick: fc.nat(20), accepts: fc.boolean() }), {
  maxLength: 4,
});

const productOf = (type: string, project: string, changes: Partial<ScanSave>) =>
  saveOf(
    nextSerialOf((serial) => serial.type === type),
    project,
    changes,
  );

/** A project that a device and a reviewer change, with the points that the server promised. */
async function startProject(first: readonly Campaign[]) {
  const body = { streetName: 'ul. Lipowa 1', postalCode: '00-001', city: 'Łódź' };
  const id = (await server.call(calls.createProject, { body }, token)).result.uuid;
  let currentCampaigns = first;
  const saves = new Map<string, ScanSave>();
  const scans = new Map<string, Scan>();
  /** The time of each scan that counts for campaigns. */
  const times = new Map<string, number>();
  await setCampaigns(server.db, currentCampaigns);

  const send = async (save: ScanSave, isClockCorrect = true) => {
    const now = server.clock.now();
    const headers = { [DEVICE_TIME_HEADER]: String(isClockCorrect ? now : now - DAY_MS) };
    const request = { body: { scans: [save] }, headers };
    const savedScan = (await server.call(calls.sendScans, request, token)).result.data[0]?.scan;
    if (!savedScan) throw new Error('A valid scan was rejected.');
    saves.set(save.uuid, save);
    return savedScan;
  };
  const pickScan = (pick: number) => [...saves.values()][pick % Math.max(saves.size, 1)];

  return {
    id,
    scans,
    /** Points that the rules promise for a product type now. */
    expected({ type, points, campaign, uuid }: Scan) {
      const scannedAt = times.get(uuid) ?? 0;
      const category = findTierCategory(demoProductTypes, type);
      const base = points - (campaign?.points ?? 0);
      return findBestCampaign(
        currentCampaigns,
        { type, category, level: category === 8 ? null : 1, points: base },
        { scannedAt, receivedAt: server.clock.now() },
        'PL',
      );
    },
    async save({
      type,
      needsReview,
      daysAgo,
      isClockCorrect,
    }: typeof scan extends fc.Arbitrary<infer T> ? T : never) {
      const now = server.clock.now();
      const time = now - daysAgo * DAY_MS;
      const image = needsReview ? { image_data: photo, photo_of: 'label' as const } : {};
      const save = productOf(type, id, { time, ...image });
      times.set(save.uuid, isClockCorrect ? time : now);
      const savedScan = await send(save, isClockCorrect);
      scans.set(save.uuid, savedScan);
      return savedScan;
    },
    /** Changes a field other than the product. */
    async edit(pick: number) {
      const save = pickScan(pick);
      if (!save) return;
      const op = { op_id: randomUUID(), base_op_id: save.op_id };
      const savedScan = await send({ ...save, ...op, manual: !save.manual }, false);
      // The promise never changes.
      expect(savedScan.campaign).toEqual(scans.get(save.uuid)?.campaign);
      expect(savedScan.points).toBe(scans.get(save.uuid)?.points);
      scans.set(save.uuid, savedScan);
    },
    async retype(pick: number, type: string) {
      const save = pickScan(pick);
      if (!save || save.type === type) return null;
      const { uuid, image_data, photo_of = null, time } = save;
      const op = { uuid, op_id: randomUUID(), base_op_id: save.op_id };
      const savedScan = await send(
        productOf(type, id, { ...op, time, image_data, photo_of }),
        false,
      );
      scans.set(uuid, savedScan);
      return savedScan;
    },
    async remove(pick: number) {
      const save = pickScan(pick);
      if (!save) return;
      await server.call(calls.sendScans, { body: { scans: [removalOf(save.uuid)] } }, token);
      saves.delete(save.uuid);
      scans.delete(save.uuid);
    },
    async setCampaigns(list: readonly Campaign[]) {
      currentCampaigns = list;
      await setCampaigns(server.db, list);
    },
    async close() {
      const body = { uuid: randomUUID(), data: { response: closingAnswers } };
      await server.call(calls.submitProjectSurvey, { params: { id }, body }, token);
    },
    async decide(uuid: string, accepts: boolean) {
      const reject = { kind: 'reject', code: 'label_unreadable', note: null } as const;
      const decision = accepts ? ({ kind: 'accept' } as const) : reject;
      await decideProducts(id, [uuid], decision, server.services);
    },
    async products() {
      return (await server.call(calls.getProject, { params: { id } }, token)).result;
    },
  };
}

async function checkLedger(project: Awaited<ReturnType<typeof startProject>>) {
  const { products, status, available_points } = await project.products();
  const valid = products.filter(({ flag }) => flag === 'valid');
  const validPoints = valid.reduce((sum, { points }) => sum + points, 0);
  // Each scan still has the campaign that the server promised.
  for (const product of products) {
    expect(product.campaign).toEqual(project.scans.get(product.uuid)?.campaign);
  }
  const rows = await server.db
    .selectFrom('ledger')
    .select(['event', 'points', 'variation'])
    .where('project_uuid', '=', project.id)
    .where('event', 'in', ['project_closed', 'campaign', 'project_correction'])
    .execute();
  const addedPoints = rows.reduce((sum, row) => sum + signedPoints(row), 0);
  const isClosed = status.id === 2;
  expect({ addedPoints, available_points: isClosed ? available_points : 0 }).toEqual(
    isClosed
      ? { addedPoints: validPoints, available_points: validPoints }
      : { addedPoints: 0, available_points: 0 },
  );
  const isCorrected = rows.some(({ event }) => event === 'project_correction');
  if (!isClosed || isCorrected) return;
  const lines = (await loadLedgerEntries(server.db, project.id)).filter(
    ({ event }) => event === 'campaign',
  );
  expect(lines.map(({ campaign, points }) => ({ id: campaign, points }))).toEqual(
    sumByCampaign(valid),
  );
}

test('the ledger of a project has the points of its valid products, and the part promised by each campaign', async () => {
  await fc.assert(
    fc.asyncProperty(
      campaigns,
      fc.array(step, { minLength: 2, maxLength: 12 }),
      campaigns,
      decisions,
      async (first, steps, last, laterDecisions) => {
        server.clock.set(CLOCK_START);
        const project = await startProject(first);
        for (const nextStep of steps) {
          if (nextStep.kind === 'campaigns') await project.setCampaigns(nextStep.list);
          if (nextStep.kind === 'remove') await project.remove(nextStep.pick);
          if (nextStep.kind === 'edit') await project.edit(nextStep.pick);
          const savedScan =
            nextStep.kind === 'save'
              ? await project.save(nextStep)
              : nextStep.kind === 'retype'
                ? await project.retype(nextStep.pick, nextStep.type)
                : null;
          if (!savedScan) continue;
          const bestPromise = project.expected(savedScan);
          expect(savedScan.campaign).toEqual(
            bestPromise && { id: bestPromise.campaign.id, points: bestPromise.points },
          );
        }
        await project.setCampaigns(last);
        await project.close();
        await checkLedger(project);
        const reviewedProducts = (await project.products()).products.filter(
          ({ flag }) => flag === 'in_review',
        );
        for (const [index, { uuid }] of reviewedProducts.entries()) {
          await project.decide(uuid, index % 2 === 0);
          await checkLedger(project);
        }
        for (const { pick, accepts } of laterDecisions) {
          const uuids = [...project.scans.keys()];
          const uuid = uuids[pick % Math.max(uuids.length, 1)];
          if (uuid === undefined) continue;
          await project.decide(uuid, accepts);
          await checkLedger(project);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 300_000);
