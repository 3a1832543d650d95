import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paths } from '#src/app/paths.ts';
import { type FirstStepFacts, firstSteps } from '#src/features/home/first-steps-list.tsx';

const fresh: FirstStepFacts = {
  hasScans: false,
  hasLeads: false,
  project: null,
  hasProjectInReview: false,
  hasEndedProject: false,
};
const project = { uuid: '1f0c2d7e-0000-4000-8000-000000000001', closing: null };
const closing = { uuid: '1f0c2d7e-0000-4000-8000-000000000002', response: [], released: false };
const facts = fc.record({
  hasScans: fc.boolean(),
  hasLeads: fc.boolean(),
  project: fc.constantFrom(null, project, { ...project, closing }),
  hasProjectInReview: fc.boolean(),
  hasEndedProject: fc.boolean(),
});
const stepStates = (changes: Partial<FirstStepFacts>) =>
  firstSteps({ ...fresh, ...changes })?.map(({ isDone }) => isDone);

test('a new company has three steps, each with a link to its screen', () => {
  expect(firstSteps(fresh)).toEqual([
    { name: 'scan', isDone: false, link: { to: '/scan', search: {} } },
    { name: 'address', isDone: false, link: { to: '/projects/add', search: {} } },
    { name: 'close', isDone: false, link: { to: '/projects', search: {} } },
  ]);
});

test('steps are ticked off when they are done, in any order', () => {
  expect(stepStates({ hasScans: true })).toEqual([true, false, false]);
  expect(stepStates({ project })).toEqual([false, true, false]);
  expect(stepStates({ hasScans: true, project })).toEqual([true, true, false]);
  expect(stepStates({ hasScans: true, project: { ...project, closing } })).toEqual([
    true,
    true,
    true,
  ]);
  expect(stepStates({ hasScans: true, project, hasProjectInReview: true })).toEqual([
    true,
    true,
    true,
  ]);
});

test('the closing step links to the project', () => {
  expect(firstSteps({ ...fresh, project })?.[2]?.link).toEqual(paths.project(project.uuid));
});

test('after the first project has ended they are never shown again', () => {
  fc.assert(
    fc.property(facts, (one) => {
      expect(firstSteps({ ...one, hasEndedProject: true })).toBeNull();
    }),
  );
});

test('a lead hides the steps only if it arrives before any scan or project', () => {
  expect(firstSteps({ ...fresh, hasLeads: true })).toBeNull();
  fc.assert(
    fc.property(facts, (one) => {
      fc.pre(one.hasScans || one.project !== null);
      expect(firstSteps({ ...one, hasLeads: true })).toEqual(
        firstSteps({ ...one, hasLeads: false }),
      );
    }),
  );
});
