import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { signedPoints } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { NEW_PHOTO_DAYS } from '#schemas/product-rejection.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { ApiFailure } from '#server/http/failure.ts';
import { acceptProject, type ProductDecision } from '#server/projects/decide-products.ts';
import { rejectWithoutNewPhoto, remindOfNewPhotos } from '#server/projects/new-photo-deadlines.ts';
import { NEW_PHOTO_GRACE_MS } from '#server/scans/validate-new-photo.ts';
import { nextSerial, verdictCodes } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';
import {
  server,
  token,
  advance,
  saveScans,
  projectDetail,
  newProject,
  newSubmittedProject,
  rejection,
  photoRequest,
  decide,
  productsOf,
  productOf,
  loadAddedPoints,
  validPoints,
  newPhoto,
  notificationsOf,
  withReviewServer,
} from './review-setup.ts';

withReviewServer();

describe('a decision about a product', () => {
  test('notifies the company of the reason, the note and the deadline for a new photo', async () => {
    const { id, first, second } = await newSubmittedProject();
    const decidedProject = await decide(id, [first], rejection('label_unreadable', 'Too dark.'));
    expect(decidedProject.status.id).toBe(projectStatus.inReview);
    const now = server.clock.now();
    expect(await productOf(id, first)).toMatchObject({
      flag: 'rejected',
      rejection: {
        code: 'label_unreadable',
        note: 'Too dark.',
        decided_at: new Date(now).toISOString(),
        new_photo_until: new Date(now + NEW_PHOTO_DAYS * DAY_MS).toISOString(),
      },
    });
    expect(await productOf(id, second)).toMatchObject({ flag: 'in_review', rejection: null });
    expect(await notificationsOf(id)).toEqual(['product_rejected']);
  });

  test('accepts no new photo if a photo can’t resolve the reason', async () => {
    const { id, reviewed, first: product } = await newSubmittedProject(1);
    await decide(id, reviewed, rejection('not_sold_here'));
    expect((await productOf(id, product)).rejection).toMatchObject({ new_photo_until: null });
    const { verdicts } = await newPhoto(id, product);
    expect(verdictCodes(verdicts)).toEqual(['new_photo_not_accepted']);
  });

  test('closes the project if no other product is undecided, with the points of its valid products', async () => {
    const { id, reviewed } = await newSubmittedProject();
    await decide(id, reviewed.slice(0, 1), rejection());
    expect(await loadAddedPoints(id)).toBe(0);
    const closedProject = await decide(id, reviewed.slice(1), { kind: 'accept' });
    expect(closedProject.status.id).toBe(projectStatus.closed);
    expect(closedProject.available_points).toBe(await validPoints(id));
    expect(await loadAddedPoints(id)).toBe(closedProject.available_points);
    expect(await notificationsOf(id)).toEqual(
      expect.arrayContaining(['product_rejected', 'project_accepted']),
    );
  });

  test('changes nothing with an unknown product, an unknown reason or a missing note', async () => {
    const { id, reviewed, plain } = await newSubmittedProject();
    const before = await productsOf(id);
    const attempts: [readonly { uuid: string }[], ProductDecision, string][] = [
      [[], rejection(), 'not_found'],
      [[...reviewed, { uuid: randomUUID() }], rejection(), 'not_found'],
      [reviewed, rejection('no_such_reason'), 'invalid_input'],
      [reviewed, rejection('other'), 'invalid_input'],
      [reviewed, rejection('other', 'x'.repeat(501)), 'invalid_input'],
      [[plain], photoRequest, 'move_not_allowed'],
    ];
    for (const [products, decision, code] of attempts) {
      await expect(decide(id, products, decision)).rejects.toMatchObject({ code });
    }
    expect(await productsOf(id)).toEqual(before);
    const openProject = await newProject();
    await expect(acceptProject(openProject, server.services)).rejects.toMatchObject({
      code: 'project_not_open',
    });
  });
});

describe('a decision that was already made', () => {
  test('can be reversed in a closed project, with a correction in the ledger', async () => {
    const { id, reviewed, plain } = await newSubmittedProject(1);
    await decide(id, reviewed, rejection());
    const closedPoints = await loadAddedPoints(id);
    const acceptedProject = await decide(id, reviewed, { kind: 'accept' });
    expect(acceptedProject.available_points).toBe(await validPoints(id));
    expect(await loadAddedPoints(id)).toBe(await validPoints(id));
    expect(await loadAddedPoints(id)).toBeGreaterThan(closedPoints);
    await decide(id, [plain], rejection('returned'));
    expect(await loadAddedPoints(id)).toBe(await validPoints(id));
    const entries = await server.db
      .selectFrom('ledger')
      .select(['event', 'variation'])
      .where('project_uuid', '=', id)
      .where('event', '=', 'project_correction')
      .orderBy('rev')
      .execute();
    expect(entries.map(({ variation }) => variation)).toEqual(['positive', 'negative']);
  });

  test('also earns the survey’s points if the project had closed without points', async () => {
    const { id, reviewed, plain } = await newSubmittedProject(1);
    await decide(id, [...reviewed, plain], rejection());
    expect(await loadAddedPoints(id)).toBe(0);
    await decide(id, reviewed, { kind: 'accept' });
    expect(await loadAddedPoints(id)).toBe(await validPoints(id));
    const surveyEntries = await server.db
      .selectFrom('ledger')
      .select('points')
      .where('project_uuid', '=', id)
      .where('event', '=', 'project_survey_completed')
      .execute();
    expect(surveyEntries).toEqual([{ points: 25 }]);
    expect(await notificationsOf(id)).toContain('project_accepted');
  });

  test('can’t accept a serial number that now counts for another product', async () => {
    const { id, reviewed, first: product } = await newSubmittedProject(1);
    await decide(id, reviewed, rejection());
    const otherProject = await newProject();
    const copy = { ...product, uuid: randomUUID(), op_id: randomUUID(), projects_id: otherProject };
    expect(verdictCodes(await saveScans([copy]))).toEqual([201]);
    await expect(decide(id, reviewed, { kind: 'accept' })).rejects.toMatchObject({
      code: 'already_scanned',
    });
    await expect(decide(id, reviewed, photoRequest)).rejects.toMatchObject({
      code: 'already_scanned',
    });
    const { verdicts } = await newPhoto(id, product);
    expect(verdictCodes(verdicts)).toEqual(['already_scanned']);
  });

  test('takes effect once if two reviewers make it at the same time', async () => {
    const { id, reviewed } = await newSubmittedProject(1);
    await Promise.all(Array.from({ length: 6 }, () => decide(id, reviewed, { kind: 'accept' })));
    expect(await loadAddedPoints(id)).toBe(await validPoints(id));
  });
});

describe('a new photo', () => {
  test('puts the product back into review, even in a closed project', async () => {
    const { id, reviewed, first: product } = await newSubmittedProject(1);
    await decide(id, reviewed, rejection());
    const { edit, verdicts } = await newPhoto(id, product);
    expect(verdictCodes(verdicts)).toEqual([200]);
    expect(await productOf(id, product)).toMatchObject({
      flag: 'in_review',
      rejection: null,
      image_data: edit.image_data,
    });
    expect(await saveScans([edit])).toEqual(verdicts);
    await acceptProject(id, server.services);
    expect(await productOf(id, product)).toMatchObject({ flag: 'valid' });
    expect(await loadAddedPoints(id)).toBe(await validPoints(id));
  });

  test('can’t change anything else', async () => {
    const { id, plain, first: product } = await newSubmittedProject();
    await decide(id, [product], photoRequest);
    const otherSerial = nextSerial();
    const attempts: Partial<ScanSave>[] = [
      { serial_number: otherSerial.code },
      { size: otherSerial.size === product.size ? 'XX99' : otherSerial.size },
      { projects_id: await newProject() },
      { survey: '[]' },
    ];
    for (const changes of attempts) {
      const { verdicts } = await newPhoto(id, product, changes);
      expect(verdictCodes(verdicts)).toEqual(['project_not_open']);
    }
    const missingPhoto = await newPhoto(id, product, { image_data: randomUUID() });
    expect(verdictCodes(missingPhoto.verdicts)).toEqual(['photo_not_found']);
    expect(verdictCodes((await newPhoto(id, plain)).verdicts)).toEqual(['project_not_open']);
    expect(await productOf(id, plain)).toMatchObject({ flag: 'valid' });
  });

  test('is rejected if the product has already been accepted, and changes nothing', async () => {
    const { id, reviewed, first: product } = await newSubmittedProject(1);
    await decide(id, reviewed, photoRequest);
    await decide(id, reviewed, { kind: 'accept' });
    const before = await productOf(id, product);
    const { verdicts } = await newPhoto(id, product);
    expect(verdictCodes(verdicts)).toEqual(['project_not_open']);
    expect(await productOf(id, product)).toEqual(before);
  });

  test('can be replaced by a better photo until the product is decided', async () => {
    const { id, reviewed, first: product } = await newSubmittedProject(1);
    await decide(id, reviewed, photoRequest);
    await newPhoto(id, product);
    const { edit, verdicts } = await newPhoto(id, product);
    expect(verdictCodes(verdicts)).toEqual([200]);
    expect((await productOf(id, product)).image_data).toBe(edit.image_data);
  });

  test('is accepted until two days after the deadline, for photos taken without a network', async () => {
    const { id, reviewed, first, second } = await newSubmittedProject();
    await decide(id, reviewed, photoRequest);
    await advance(NEW_PHOTO_DAYS * DAY_MS + NEW_PHOTO_GRACE_MS);
    expect(verdictCodes((await newPhoto(id, first)).verdicts)).toEqual([200]);
    server.clock.advance(1);
    expect(verdictCodes((await newPhoto(id, second)).verdicts)).toEqual(['new_photo_not_accepted']);
  });
});

describe('the deadline of a requested photo', () => {
  test('is announced once; when it has passed, the product is rejected and the project closed', async () => {
    const { id, reviewed, first: product } = await newSubmittedProject(1);
    await decide(id, reviewed, photoRequest);
    await remindOfNewPhotos(server.services);
    expect(await notificationsOf(id)).toEqual(['new_photo_needed']);
    server.clock.advance((NEW_PHOTO_DAYS - 2) * DAY_MS);
    await remindOfNewPhotos(server.services);
    await remindOfNewPhotos(server.services);
    await advance(2 * DAY_MS + NEW_PHOTO_GRACE_MS);
    await rejectWithoutNewPhoto(server.services);
    expect((await notificationsOf(id)).sort()).toEqual(['new_photo_needed', 'new_photo_reminder']);
    server.clock.advance(1);
    await Promise.all(Array.from({ length: 3 }, () => rejectWithoutNewPhoto(server.services)));
    expect((await notificationsOf(id)).filter((event) => event === 'product_rejected')).toEqual([
      'product_rejected',
    ]);
    const { data } = (await server.call(calls.listScans, { query: { limit: 1000 } }, token)).result;
    expect(data.find(({ uuid }) => uuid === product.uuid)).toMatchObject({
      flag: 'rejected',
      rejection: { code: 'photo_mismatch', note: 'Step closer.', new_photo_until: null },
    });
    const project = await server.db
      .selectFrom('projects')
      .select(['status', 'available_points'])
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    expect(project.status).toBe(projectStatus.closed);
    expect(await loadAddedPoints(id)).toBe(project.available_points);
  });
});

function ignoreNeedlessPhoto(error: unknown): void {
  if (!(error instanceof ApiFailure) || error.code !== 'move_not_allowed') throw error;
}

test('any order of decisions and new photos ends with the valid products in the ledger', async () => {
  const step = fc.record({
    product: fc.nat({ max: 2 }),
    action: fc.constantFrom(
      'accept' as const,
      'reject' as const,
      'request_photo' as const,
      'photo' as const,
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { id, plain, reviewed } = await newSubmittedProject(2);
      const products = [plain, ...reviewed];
      for (const { product: productIndex, action } of steps) {
        const product = products[productIndex];
        if (!product) continue;
        if (action === 'photo') await newPhoto(id, product);
        else {
          const decision =
            action === 'accept' ? { kind: action } : { ...photoRequest, kind: action };
          await decide(id, [product], decision as ProductDecision).catch(ignoreNeedlessPhoto);
        }
        const { status, available_points } = await projectDetail(id);
        const isClosed = status.id === projectStatus.closed;
        expect(await loadAddedPoints(id)).toBe(isClosed ? await validPoints(id) : 0);
        expect(available_points).toBe(await validPoints(id));
      }
      const finalAcceptance = await acceptProject(id, server.services, {
        acceptsWithoutNewPhoto: true,
      });
      expect(finalAcceptance.project.status.id).toBe(projectStatus.closed);
      expect(await loadAddedPoints(id)).toBe(await validPoints(id));
    }),
    { numRuns: 15 },
  );
  const { result } = await server.call(
    calls.getPointsSummary,
    { params: { id: accounts.polishOwner.companyId } },
    token,
  );
  const ledger = await server.call(calls.listPointsHistory, { query: { limit: 1000 } }, token);
  expect(ledger.result.data.reduce((sum, entry) => sum + signedPoints(entry), 0)).toBe(
    result.company_points,
  );
});
