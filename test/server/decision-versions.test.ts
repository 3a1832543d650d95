import { describe, expect, test } from 'vitest';
import { projectStatus } from '#schemas/project-status.ts';
import { type ScanSave } from '#schemas/scan.ts';
import { acceptProject, decideProducts } from '#server/projects/decide-products.ts';
import {
  server,
  newSubmittedProject,
  photoRequest,
  decide,
  versionOf,
  productsOf,
  productOf,
  loadAddedPoints,
  validPoints,
  newPhoto,
  withReviewServer,
} from './review-setup.ts';

withReviewServer();

describe('a decision based on the version that the operator has seen', () => {
  test('changes nothing if a new photo has arrived since', async () => {
    const { id, reviewed, first, second } = await newSubmittedProject();
    await decide(id, [first], photoRequest);
    const seenVersion = await versionOf(id);
    await newPhoto(id, first);
    const before = await productsOf(id);
    const decideSeen = (products: readonly ScanSave[]) =>
      decideProducts(
        id,
        products.map(({ uuid }) => uuid),
        { kind: 'accept' },
        server.services,
        { seenVersion },
      );
    await expect(decideSeen([first])).rejects.toMatchObject({ code: 'conflict' });
    await expect(decideSeen(reviewed)).rejects.toMatchObject({ code: 'conflict' });
    for (const acceptsWithoutNewPhoto of [false, true]) {
      const options = { seenVersion, acceptsWithoutNewPhoto };
      await expect(acceptProject(id, server.services, options)).rejects.toMatchObject({
        code: 'conflict',
      });
    }
    expect(await productsOf(id)).toEqual(before);
    await decideSeen([second]);
    const decisionOptions = { seenVersion: await versionOf(id) };
    const { project } = await acceptProject(id, server.services, decisionOptions);
    expect(project.status.id).toBe(projectStatus.closed);
  });

  test('isn’t affected by decisions on other products', async () => {
    const { id, first, second } = await newSubmittedProject();
    const decisionOptions = { seenVersion: await versionOf(id) };
    const accept = ({ uuid }: ScanSave) =>
      decideProducts(id, [uuid], { kind: 'accept' }, server.services, decisionOptions);
    await accept(first);
    await expect(accept(first)).rejects.toMatchObject({ code: 'conflict' });
    expect((await accept(second)).status.id).toBe(projectStatus.closed);
  });
});

test('accepting a project skips the products that wait for a new photo, and lists them', async () => {
  const { id, first, second } = await newSubmittedProject();
  await decide(id, [first], photoRequest);
  const { project, awaitingPhoto } = await acceptProject(id, server.services);
  expect(awaitingPhoto).toEqual([first.uuid]);
  expect(project.status.id).toBe(projectStatus.inReview);
  expect(await productOf(id, first)).toMatchObject({
    flag: 'in_review',
    rejection: { code: 'photo_mismatch' },
  });
  expect(await productOf(id, second)).toMatchObject({ flag: 'valid' });
  const all = await acceptProject(id, server.services, { acceptsWithoutNewPhoto: true });
  expect(all.project.status.id).toBe(projectStatus.closed);
  expect(await loadAddedPoints(id)).toBe(await validPoints(id));
});
